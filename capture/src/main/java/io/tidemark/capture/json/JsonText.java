package io.tidemark.capture.json;

/** Quotes text for JSON. Stateless; any thread. */
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /** The text in quotes; control characters and lone surrogates escaped, the rest as it is. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2);
        appendQuoted(quoted, text);
        return quoted.toString();
    }

    /** Like {@link #quote}, or the word null. */
    public static String quoteOrNull(String text) {
        return text == null ? "null" : quote(text);
    }

    public static void appendQuoted(StringBuilder target, String text) {
        target.append('"');
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            switch (next) {
                case '"' -> target.append("\\\"");
                case '\\' -> target.append("\\\\");
                case '\n' -> target.append("\\n");
                case '\r' -> target.append("\\r");
                case '\t' -> target.append("\\t");
                default -> {
                    if (next < ' ' || next == 0x7F || isLoneSurrogate(text, at)) {
                        escape(target, next);
                    } else {
                        target.append(next);
                    }
                }
            }
        }
        target.append('"');
    }

    private static boolean isLoneSurrogate(String text, int at) {
        char next = text.charAt(at);
        if (Character.isHighSurrogate(next)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(next)
                && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    static void escape(StringBuilder target, char next) {
        target.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            target.append(HEX.charAt((next >> shift) & 15));
        }
    }
}
