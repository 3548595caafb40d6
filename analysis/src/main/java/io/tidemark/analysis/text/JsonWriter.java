package io.tidemark.analysis.text;

import io.tidemark.capture.json.JsonText;
import io.tidemark.capture.json.JsonText.Reach;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Writes one JSON document to a stream without keeping it. Objects down to {@code lines} levels
 * deep get a line per member, so a long list stays readable by eye and by {@code grep}. Not
 * thread-safe; the caller owns and closes the stream.
 */
public final class JsonWriter {
    private final Appendable out;
    private final int lines;
    private final boolean isDense;
    private int depth;
    private boolean isFirst = true;
    private boolean afterName;

    public JsonWriter(Appendable out) {
        this(out, 2);
    }

    public JsonWriter(Appendable out, int lines) {
        this(out, lines, false);
    }

    private JsonWriter(Appendable out, int lines, boolean isDense) {
        this.out = out;
        this.lines = lines;
        this.isDense = isDense;
    }

    /** Writes everything on one line, without blanks and in ASCII. */
    public static JsonWriter onOneLine(Appendable out) {
        return new JsonWriter(out, 0, true);
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
        put(isDense ? ":" : ": ");
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

    /** As its own type prints it; NaN and the infinities become texts. */
    public JsonWriter value(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            return value(number.toString());
        }
        separate();
        put(number.toString());
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

    /** Maps, lists, texts, numbers, truths and null, in each other. */
    public JsonWriter tree(Object value) {
        switch (value) {
            case null -> value((String) null);
            case Map<?, ?> map -> {
                beginObject();
                map.forEach((name, inner) -> name(name.toString()).tree(inner));
                endObject();
            }
            case List<?> list -> {
                beginArray();
                list.forEach(this::tree);
                endArray();
            }
            case String text -> value(text);
            case Boolean truth -> value(truth.booleanValue());
            case Double number -> value(number.doubleValue());
            case Number number -> value(number);
            default -> throw new IllegalArgumentException("value=" + value);
        }
        return this;
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
            put(isDense || depth <= lines ? "," : ", ");
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
        try {
            JsonText.appendQuoted(out, text, isDense ? Reach.ASCII : Reach.PAGE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
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
