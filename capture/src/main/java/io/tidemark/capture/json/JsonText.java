package io.tidemark.capture.json;

import io.tidemark.capture.finding.InertText;

/** Quotes text for JSON. Stateless; any thread. */
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /** The text in quotes; what {@link InertText} calls active escaped, the rest as it is. */
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
                    if (next < ' ' || next >= 0x7F && isActive(text, at)) {
                        escape(target, next);
                    } else {
                        target.append(next);
                    }
                }
            }
        }
        target.append('"');
    }

    /** Of the character whose first or second half is at this place. */
    private static boolean isActive(String text, int at) {
        boolean second =
                Character.isLowSurrogate(text.charAt(at))
                        && at > 0
                        && Character.isHighSurrogate(text.charAt(at - 1));
        return InertText.isActive(text.codePointAt(second ? at - 1 : at));
    }

    static void escape(StringBuilder target, char next) {
        target.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            target.append(HEX.charAt((next >> shift) & 15));
        }
    }
}
