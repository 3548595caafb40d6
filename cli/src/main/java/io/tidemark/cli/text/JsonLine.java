package io.tidemark.cli.text;

import io.tidemark.analysis.text.JsonWriter;
import java.util.function.Consumer;

/** A small JSON result on one line. Pure, any thread. */
public final class JsonLine {
    private JsonLine() {}

    public static String text(Consumer<JsonWriter> content) {
        StringBuilder text = new StringBuilder();
        content.accept(JsonWriter.onOneLine(text));
        return text.toString();
    }
}
