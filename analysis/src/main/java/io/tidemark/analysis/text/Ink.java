package io.tidemark.analysis.text;

/**
 * Colour for a terminal, nothing for a file or a pipe. Colour only ever repeats what the words say.
 */
public final class Ink {
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
        return coloured ? "\u001B[" + code + "m" + text + "\u001B[0m" : text;
    }
}
