package io.tidemark.capture.json;

import java.io.IOException;

/** A document as one line of text, read through the scanner alone. */
final class JsonDump {
    private static final Words NO_WORDS = Words.of();

    private JsonDump() {}

    static String of(JsonScanner scanner) throws IOException, JsonDamage {
        StringBuilder out = new StringBuilder();
        dump(scanner, out);
        return out.toString();
    }

    private static void dump(JsonScanner scanner, StringBuilder out) throws IOException, JsonDamage {
        switch (scanner.nextKind()) {
            case '{' -> {
                scanner.beginObject();
                out.append('{');
                while (scanner.nextField(NO_WORDS, 0) != JsonScanner.END) {
                    out.append(scanner.lastText()).append('=');
                    dump(scanner, out);
                }
                out.append('}');
            }
            case '[' -> {
                scanner.beginArray();
                out.append('[');
                while (scanner.nextElement()) {
                    dump(scanner, out);
                }
                out.append(']');
            }
            case '"' -> out.append(scanner.text()).append(';');
            case 't', 'f' -> out.append(scanner.bool()).append(';');
            case 'n' -> {
                scanner.isNull();
                out.append("null;");
            }
            default -> {
                if (scanner.nextIsFraction()) {
                    out.append(scanner.real()).append(';');
                } else {
                    out.append(scanner.integer()).append(';');
                }
            }
        }
    }
}
