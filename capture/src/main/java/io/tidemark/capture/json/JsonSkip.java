package io.tidemark.capture.json;

import java.io.IOException;

/**
 * Reads past values without keeping them; part of {@link JsonScanner}. Brackets must match, words
 * be known and strings be UTF-8; the grammar of numbers and the meaning of escapes, which only a
 * value that is wanted needs, are not looked at.
 */
final class JsonSkip {
    private static final int LONGEST_LITERAL = 9;

    private JsonSkip() {}

    static void value(JsonInput input, JsonStrings strings, int depthLeft) throws IOException, JsonDamage {
        int first = significant(input);
        if (first == '"') {
            strings.skip();
        } else if (first == '{' || first == '[') {
            container(input, strings, depthLeft);
        } else {
            scalar(input);
        }
    }

    private static void container(JsonInput input, JsonStrings strings, int depthLeft) throws IOException, JsonDamage {
        long isObject = 0; // bit per level, so that ] cannot close {
        int depth = 0;
        do {
            int next = significant(input);
            switch (next) {
                case '"' -> strings.skip();
                case '{', '[' -> {
                    if (depth == depthLeft) {
                        throw damage(input, "nested deeper than " + JsonScanner.MAX_DEPTH);
                    }
                    isObject = (isObject << 1) | (next == '{' ? 1 : 0);
                    depth++;
                    input.at++;
                }
                case '}', ']' -> {
                    if ((isObject & 1) != (next == '}' ? 1 : 0)) {
                        throw damage(input, "'" + (char) next + "' closes the wrong bracket");
                    }
                    isObject >>>= 1;
                    depth--;
                    input.at++;
                }
                case ',', ':' -> input.at++;
                default -> scalar(input);
            }
        } while (depth > 0);
    }

    /**
     * A number or a literal, the Pythonic NaN and Infinity included: callers refuse those as
     * values.
     */
    static void scalar(JsonInput input) throws IOException, JsonDamage {
        input.ensure(JsonNumbers.LONGEST);
        byte first = input.bytes[input.at];
        if (isLetter(first)) {
            literal(input);
        } else if (first == '-' || (first >= '0' && first <= '9')) {
            number(input);
        } else {
            throw damage(input, "unexpected " + describe(first & 0xFF));
        }
    }

    private static void literal(JsonInput input) throws JsonDamage {
        StringBuilder word = new StringBuilder();
        int at = input.at;
        while (isLetter(input.bytes[at]) && word.length() < LONGEST_LITERAL) {
            word.append((char) input.bytes[at++]);
        }
        switch (word.toString()) {
            case "true", "false", "null", "NaN", "Infinity" -> input.at = at;
            default -> throw damage(input, "unknown word " + word);
        }
    }

    /** Of any length; the grammar does not matter for a number that is skipped. */
    private static void number(JsonInput input) throws IOException {
        while (true) {
            byte next = input.bytes[input.at];
            boolean inside =
                    (next >= '0' && next <= '9') || next == '-' || next == '+' || next == '.' || (next | 0x20) == 'e';
            if (inside) {
                input.at++;
            } else if (input.at < input.limit || !input.more()) {
                return;
            }
        }
    }

    static String describe(int first) {
        return switch (first) {
            case '{' -> "an object";
            case '[' -> "a list";
            case '"' -> "a string";
            case 't', 'f' -> "true or false";
            case 'n' -> "null";
            case 'N', 'I' -> "NaN or Infinity";
            default -> {
                if (first == '-' || (first >= '0' && first <= '9')) {
                    yield "a number";
                }
                yield first > ' ' && first < 127 ? "'" + (char) first + "'" : "byte 0x" + Integer.toHexString(first);
            }
        };
    }

    private static int significant(JsonInput input) throws IOException, JsonDamage {
        int next = input.significant();
        if (next < 0) {
            throw damage(input, "the text ends in the middle of a value");
        }
        return next;
    }

    private static boolean isLetter(byte b) {
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    private static JsonDamage damage(JsonInput input, String reason) {
        return new JsonDamage(input.position(), reason);
    }
}
