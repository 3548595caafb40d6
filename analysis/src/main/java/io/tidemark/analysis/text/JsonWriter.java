package io.tidemark.analysis.text;

import io.tidemark.capture.finding.InertText;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes one JSON document to a stream without keeping it. Objects down to {@code lines} levels
 * deep get a line per member, so a long list stays readable by eye and by {@code grep}. Not
 * thread-safe; the caller owns and closes the stream.
 */
public final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final Appendable out;
    private final int lines;
    private int depth;
    private boolean isFirst = true;
    private boolean afterName;

    public JsonWriter(Appendable out) {
        this(out, 2);
    }

    public JsonWriter(Appendable out, int lines) {
        this.out = out;
        this.lines = lines;
    }

    public JsonWriter beginObject() {
        return begin('{');
    }

    public JsonWriter endObject() {
        return end('}');
    }

    public JsonWriter beginArray() {
        return begin('[');
    }

    public JsonWriter endArray() {
        return end(']');
    }

    public JsonWriter name(String name) {
        separate();
        string(name);
        put(": ");
        afterName = true;
        return this;
    }

    public JsonWriter value(String text) {
        separate();
        if (text == null) {
            put("null");
        } else {
            string(text);
        }
        return this;
    }

    public JsonWriter value(long number) {
        separate();
        put(Long.toString(number));
        return this;
    }

    /** JSON has no NaN and no infinity: they become null. */
    public JsonWriter value(double number) {
        separate();
        put(Double.isFinite(number) ? Double.toString(number) : "null");
        return this;
    }

    public JsonWriter value(boolean truth) {
        separate();
        put(truth ? "true" : "false");
        return this;
    }

    public JsonWriter member(String name, String text) {
        return name(name).value(text);
    }

    public JsonWriter member(String name, long number) {
        return name(name).value(number);
    }

    public JsonWriter member(String name, double number) {
        return name(name).value(number);
    }

    public JsonWriter member(String name, boolean truth) {
        return name(name).value(truth);
    }

    /** Ends the document with a newline. */
    public void finish() {
        if (depth != 0) {
            throw new IllegalStateException("depth=" + depth);
        }
        put("\n");
    }

    private JsonWriter begin(char bracket) {
        separate();
        put(bracket);
        depth++;
        isFirst = true;
        return this;
    }

    private JsonWriter end(char bracket) {
        depth--;
        if (!isFirst && depth < lines) {
            newLine();
        }
        put(bracket);
        isFirst = false;
        return this;
    }

    private void separate() {
        if (afterName) {
            afterName = false;
            return;
        }
        if (!isFirst) {
            put(depth <= lines ? "," : ", ");
        }
        if (depth > 0 && depth <= lines) {
            newLine();
        }
        isFirst = false;
    }

    private void newLine() {
        put('\n');
        for (int level = 0; level < depth; level++) {
            put("  ");
        }
    }

    private void string(String text) {
        put('"');
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            boolean plain = letter >= 0x20 && letter < 0x7F && letter != '"' && letter != '\\';
            // '<' is escaped so that a document can stand inside a page's script element
            if (plain && letter != '<' || letter >= 0xA0 && !isFragile(letter)) {
                put(letter);
            } else {
                escape(letter);
            }
        }
        put('"');
    }

    private static boolean isFragile(char letter) {
        return Character.isSurrogate(letter) || InertText.isActive(letter);
    }

    private void escape(char letter) {
        switch (letter) {
            case '"' -> put("\\\"");
            case '\\' -> put("\\\\");
            case '\n' -> put("\\n");
            case '\t' -> put("\\t");
            case '\r' -> put("\\r");
            default -> {
                put("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    put(HEX[letter >>> shift & 0xF]);
                }
            }
        }
    }

    private void put(String text) {
        try {
            out.append(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void put(char letter) {
        try {
            out.append(letter);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
