package io.tidemark.sql.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The few texts of a column in the layout of the engine's vectors (duckdb_string_t of its C
 * interface). An entry has 16 bytes and begins with the length of the text. Up to 12 bytes of text
 * follow, or the first 4 bytes and a pointer to the rest. Immutable. The bytes stay for the life of
 * the process, because the engine may keep pointers to them.
 */
public final class TextDictionary {
    /** Size of a text in a vector. */
    public static final int STRING_BYTES = 16;

    private static final int MOST_INLINE = 12;
    private static final int PREFIX = 4;

    private final List<String> texts;
    private final MemorySegment strings;

    public TextDictionary(List<String> texts) {
        this.texts = List.copyOf(texts);
        strings = Arena.global().allocate((long) Math.max(1, texts.size()) * STRING_BYTES, 8);
        for (int code = 0; code < texts.size(); code++) {
            layOut(texts.get(code).getBytes(StandardCharsets.UTF_8), (long) code * STRING_BYTES);
        }
    }

    private void layOut(byte[] text, long at) {
        strings.set(ValueLayout.JAVA_INT, at, text.length);
        MemorySegment source = MemorySegment.ofArray(text);
        boolean inline = text.length <= MOST_INLINE;
        MemorySegment.copy(source, 0, strings, at + Integer.BYTES, inline ? text.length : PREFIX);
        if (!inline) {
            MemorySegment whole = Arena.global().allocate(text.length);
            whole.copyFrom(source);
            strings.set(ValueLayout.JAVA_LONG, at + Integer.BYTES + PREFIX, whole.address());
        }
    }

    public int size() {
        return texts.size();
    }

    public List<String> texts() {
        return texts;
    }

    public String text(int code) {
        return texts.get(code);
    }

    /** The texts as the engine wants them, one behind the other. */
    public MemorySegment strings() {
        return strings;
    }
}
