package io.tidemark.capture.finding;

import java.util.Locale;

/**
 * The one rule for text that comes from a file, a directory or a user's kernel and is shown: which
 * of its characters do something instead of being seen. Terminal, Markdown, HTML, JSON and findings
 * all ask here. Stateless; any thread.
 */
public final class InertText {
    /** Shown in the place of a character that must not be passed on. */
    public static final char SUBSTITUTE = '\uFFFD';

    private static final int JOINER = 0x200D; // and the one before: letters of some scripts need
    private static final int NON_JOINER = 0x200C; // them, and they move nothing

    private InertText() {}

    /**
     * True for what moves the cursor, starts an escape sequence, breaks or reorders the line, or
     * cannot be encoded: controls of both sets, format characters, separators of lines and
     * paragraphs, lone surrogates.
     */
    public static boolean isActive(int codePoint) {
        if (codePoint >= 0x20 && codePoint < 0x7F) {
            return false;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> codePoint != JOINER && codePoint != NON_JOINER;
            default -> false;
        };
    }

    /** The text on one line, each active character replaced by {@link #SUBSTITUTE}. */
    public static String line(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (isActive(text.codePointAt(at))) {
                return replaced(text, at);
            }
        }
        return text;
    }

    /** The text on one line, each active character written as its escape. */
    public static String escaped(String text) {
        if (text.codePoints().noneMatch(InertText::isActive)) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(next -> {
            if (isActive(next)) {
                line.append(String.format(Locale.ROOT, "\\u%04x", next));
            } else {
                line.appendCodePoint(next);
            }
        });
        return line.toString();
    }

    private static String replaced(String text, int from) {
        StringBuilder inert = new StringBuilder(text.length()).append(text, 0, from);
        text.codePoints()
                .skip(text.codePointCount(0, from))
                .map(letter -> isActive(letter) ? SUBSTITUTE : letter)
                .forEach(inert::appendCodePoint);
        return inert.toString();
    }
}
