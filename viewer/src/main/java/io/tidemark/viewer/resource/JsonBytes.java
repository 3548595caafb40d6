package io.tidemark.viewer.resource;

import io.tidemark.analysis.text.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** One JSON document as bytes, as the pages fetch it. Pure, any thread. */
final class JsonBytes {
    private JsonBytes() {}

    static byte[] object(Consumer<JsonWriter> members) {
        return document(json -> {
            json.beginObject();
            members.accept(json);
            json.endObject();
        });
    }

    static byte[] document(Consumer<JsonWriter> content) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        content.accept(json);
        json.finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A 64-bit number as text: a browser's numbers lose digits above 2^53. */
    static String id(long id) {
        return Long.toUnsignedString(id);
    }
}
