package io.tidemark.cli.text;

import io.tidemark.analysis.text.JsonWriter;
import java.util.function.Consumer;

/** Small JSON results on one line. */
public final class Json {
    private Json() {}

    public static String text(Consumer<JsonWriter> content) {
        StringBuilder text = new StringBuilder();
        content.accept(JsonWriter.onOneLine(text));
        return text.toString();
    }
}
