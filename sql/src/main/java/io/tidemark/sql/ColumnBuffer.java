package io.tidemark.sql;

import java.util.Arrays;

/**
 * Cells of one column on their way to the engine: numbers as words, texts as codes of a dictionary
 * or as themselves, and a bit per cell that is not null. One thread; filled and emptied again and
 * again.
 */
final class ColumnBuffer {
    /** Rows that the engine takes at a time. */
    static final int CAPACITY = 2048;

    private static final int WORD_BITS = 64;

    final long[] words = new long[CAPACITY];
    final String[] texts = new String[CAPACITY];
    final long[] valid = new long[CAPACITY / WORD_BITS];
    private TextDictionary dictionary; // null where texts hold the cells themselves

    /** Empties it: every cell counts as present from here on. */
    void clear() {
        Arrays.fill(valid, -1L);
        dictionary = null;
    }

    void put(int at, long value) {
        words[at] = value;
    }

    void put(int at, double value) {
        words[at] = Double.doubleToRawLongBits(value);
    }

    void put(int at, boolean value) {
        words[at] = value ? 1 : 0;
    }

    /** Null is a null cell. */
    void put(int at, String value) {
        texts[at] = value;
        if (value == null) {
            putNull(at);
        }
    }

    void putNull(int at) {
        words[at] = 0;
        valid[at / WORD_BITS] &= ~(1L << at % WORD_BITS);
    }

    boolean isNull(int at) {
        return (valid[at / WORD_BITS] >>> at % WORD_BITS & 1) == 0;
    }

    /**
     * From here on the words are codes of this dictionary, or texts hold the cells if it is null.
     */
    void codesOf(TextDictionary codes) {
        dictionary = codes;
    }

    /** Null where {@link #texts} holds the cells. */
    TextDictionary dictionary() {
        return dictionary;
    }
}
