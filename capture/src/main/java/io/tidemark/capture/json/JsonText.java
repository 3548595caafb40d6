package io.tidemark.capture.json;

import io.tidemark.capture.finding.InertText;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Quotes text for JSON: the one place that escapes. Stateless; any thread.
 *
 * <p>Always escaped are quotes, backslashes and what {@link InertText} calls active; a {@link
 * Reach} adds to it.
 */
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    /** The characters that are escaped in addition to the required ones. */
    public enum Reach {
        /** Nothing: files of a capture, in UTF-8. */
        FILE,
        /**
         * Also {@code <} and surrogates, so that a document can stand inside a page's script
         * element.
         */
        PAGE,
        /** Also all that is not ASCII, for readers that know no other characters. */
        ASCII
    }

    private JsonText() {}

    /** The text in quotes, as {@link Reach#FILE} wants it. */
    public static String quote(String text) {
        return quote(text, Reach.FILE);
    }

    public static String quote(String text, Reach reach) {
        StringBuilder quoted = new StringBuilder(text.length() + 2);
        appendQuoted(quoted, text, reach);
        return quoted.toString();
    }

    /** Like {@link #quote(String)}, or the word null. */
    public static String quoteOrNull(String text) {
        return text == null ? "null" : quote(text);
    }

    public static void appendQuoted(StringBuilder target, String text) {
        appendQuoted(target, text, Reach.FILE);
    }

    private static void appendQuoted(StringBuilder target, String text, Reach reach) {
        try {
            appendQuoted((Appendable) target, text, reach);
        } catch (IOException never) {
            throw new UncheckedIOException(never);
        }
    }

    public static void appendQuoted(Appendable target, String text, Reach reach) throws IOException {
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
                    if (isPlain(text, at, next, reach)) {
                        target.append(next);
                    } else {
                        escape(target, next);
                    }
                }
            }
        }
        target.append('"');
    }

    private static boolean isPlain(String text, int at, char next, Reach reach) {
        if (next >= ' ' && next < 0x7F) {
            return next != '<' || reach != Reach.PAGE;
        }
        return switch (reach) {
            case FILE -> !isActive(text, at);
            case PAGE -> !Character.isSurrogate(next) && !InertText.isActive(next);
            case ASCII -> false;
        };
    }

    /** Of the character whose first or second half is at this place. */
    private static boolean isActive(String text, int at) {
        boolean second =
                Character.isLowSurrogate(text.charAt(at)) && at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        return InertText.isActive(text.codePointAt(second ? at - 1 : at));
    }

    private static void escape(Appendable target, char next) throws IOException {
        target.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            target.append(HEX.charAt((next >> shift) & 15));
        }
    }
}
