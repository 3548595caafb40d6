package io.tidemark.analysis.timing;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Attributes of a span in the notation of the log. Pure, any thread. */
final class AttributeText {
    private AttributeText() {}

    static String of(Map<String, Object> attributes) {
        StringBuilder text = new StringBuilder();
        attributes.forEach((key, value) -> {
            text.append(text.isEmpty() ? "" : " ").append(key).append('=');
            encode(text, value.toString());
        });
        return text.toString();
    }

    private static void encode(StringBuilder text, String value) {
        for (byte letter : value.getBytes(StandardCharsets.UTF_8)) {
            int code = letter & 0xFF;
            boolean plain = code > 0x20 && code < 0x7F && code != '%' && code != '[' && code != ']';
            if (plain) {
                text.append((char) code);
            } else {
                text.append("%%%02X".formatted(code));
            }
        }
    }
}
