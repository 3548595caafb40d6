package io.tidemark.cli.text;

import io.tidemark.analysis.text.Ink;
import io.tidemark.capture.finding.InertText;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * The writer of every command, to a terminal or a pipe. Text may come from a capture, a directory
 * or a user's kernel. No character that controls a terminal is written, except for the colours of
 * {@link Ink}. {@code println} prints one line for any text. {@code print} is for texts of several
 * lines; the caller has made their parts inert. Any thread, as its base class.
 */
public final class InertWriter extends PrintWriter {
    private InertWriter(Writer target, boolean autoFlush) {
        super(target, autoFlush);
    }

    /** Flushing it flushes the target; with {@code autoFlush} each line does. */
    public static PrintWriter on(PrintWriter target, boolean autoFlush) {
        return new InertWriter(target, autoFlush);
    }

    @Override
    public void println(String text) {
        super.println(String.valueOf(text).replace('\n', InertText.SUBSTITUTE));
    }

    @Override
    public void println(Object value) {
        println(String.valueOf(value));
    }

    @Override
    public void write(int letter) {
        write(Character.toString(letter), 0, 1);
    }

    @Override
    public void write(char[] letters, int from, int count) {
        write(new String(letters, from, count), 0, count);
    }

    @Override
    public void write(String text, int from, int count) {
        String inert = inert(text.substring(from, from + count));
        super.write(inert, 0, inert.length());
    }

    /** The text without what a terminal acts on; line breaks stay. */
    private static String inert(String text) {
        StringBuilder inert = null; // until something has to change
        for (int at = 0; at < text.length(); ) {
            int letter = text.codePointAt(at);
            int next = at + Character.charCount(letter);
            boolean stays = letter == '\t' || isLineBreak(text, at);
            if (stays || !InertText.isActive(letter)) {
                if (inert != null) {
                    inert.appendCodePoint(letter);
                }
            } else {
                inert = inert != null ? inert : new StringBuilder(text.substring(0, at));
                int colourEnd = Ink.endOfColour(text, at);
                if (colourEnd > at) {
                    inert.append(Ink.escapeSequence(text.substring(at, colourEnd)));
                    next = colourEnd;
                } else {
                    inert.append(InertText.SUBSTITUTE);
                }
            }
            at = next;
        }
        return inert == null ? text : inert.toString();
    }

    private static boolean isLineBreak(String text, int at) {
        return text.charAt(at) == '\n' || text.startsWith("\r\n", at);
    }
}
