package io.tidemark.cli.text;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes small JSON results. Large files have writers of their own in {@code capture}. */
public final class Json {
    /** Letters beyond ASCII are escaped, and with them whatever a terminal acts on. */
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private Json() {}

    /** One line of JSON. */
    public static String text(Consumer<JsonGenerator> content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            content.accept(generator);
        }
        return text.toString();
    }
}
