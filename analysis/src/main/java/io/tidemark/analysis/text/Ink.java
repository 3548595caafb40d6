package io.tidemark.analysis.text;

import java.security.SecureRandom;

/**
 * Colour for a terminal, nothing for a file or a pipe. Colour only ever repeats what the words say.
 *
 * <p>A colour is put into the text as a mark that has a number of this process in it, and becomes
 * an escape sequence only where the text is printed ({@link #endOfColour}, {@link
 * #escapeSequence}). Text from a capture cannot hold such a mark, and no other escape sequence is
 * ever printed.
 */
public final class Ink {
    private static final String MARK = "\u001B{" + Long.toHexString(new SecureRandom().nextLong()) + ":";
    private static final char END = 'm';
    private static final Ink PLAIN = new Ink(false);
    private static final Ink ANSI = new Ink(true);

    private final boolean coloured;

    private Ink(boolean coloured) {
        this.coloured = coloured;
    }

    public static Ink of(boolean terminal) {
        return terminal ? ANSI : PLAIN;
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String good(String text) {
        return paint("32", text);
    }

    public String warning(String text) {
        return paint("33", text);
    }

    public String bad(String text) {
        return paint("31", text);
    }

    public String faint(String text) {
        return paint("2", text);
    }

    private String paint(String code, String text) {
        return coloured ? MARK + code + END + text + MARK + "0" + END : text;
    }

    /** Where the mark ends that begins at this place; the place itself when none does. */
    public static int endOfColour(String text, int at) {
        return text.startsWith(MARK, at) ? text.indexOf(END, at + MARK.length()) + 1 : at;
    }

    /** What a terminal gets for a mark. */
    public static String escapeSequence(String mark) {
        return "\u001B[" + mark.substring(MARK.length());
    }
}
