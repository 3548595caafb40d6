package io.tidemark.sql.table;

import java.util.Arrays;
import java.util.Locale;

/**
 * Cells of one column on their way to the engine: numbers as words, texts as codes of a dictionary
 * or as themselves, and a bit per cell that is not null. One thread; filled and emptied again and
 * again.
 */
public final class ColumnBuffer {
    /** Rows that the engine takes at a time. */
    public static final int CAPACITY = 2048;

    private static final int WORD_BITS = 64;

    public final long[] words = new long[CAPACITY];
    public final String[] texts = new String[CAPACITY];
    public final long[] valid = new long[CAPACITY / WORD_BITS];
    private boolean hasNulls;
    private TextDictionary dictionary; // null where texts hold the cells themselves

    public ColumnBuffer() {
        Arrays.fill(valid, -1L);
    }

    /** Empties it: every cell counts as present from here on. */
    public void clear() {
        if (hasNulls) {
            Arrays.fill(valid, -1L);
            hasNulls = false;
        }
        dictionary = null;
    }

    public void put(int at, long value) {
        words[at] = value;
    }

    public void put(int at, double value) {
        words[at] = Double.doubleToRawLongBits(value);
    }

    public void put(int at, boolean value) {
        words[at] = value ? 1 : 0;
    }

    /** Null is a null cell. */
    public void put(int at, String value) {
        texts[at] = value;
        if (value == null) {
            putNull(at);
        }
    }

    public void putNull(int at) {
        words[at] = 0;
        hasNulls = true;
        valid[at / WORD_BITS] &= ~(1L << at % WORD_BITS);
    }

    /** A null cell if the value is not known. */
    public void putIf(int at, boolean known, long value) {
        if (known) {
            put(at, value);
        } else {
            putNull(at);
        }
    }

    /** A null cell for a negative value. */
    public void putUnlessNegative(int at, long value) {
        putIf(at, value >= 0, value);
    }

    /** A null cell for a value that is not positive. */
    public void putIfPositive(int at, long value) {
        putIf(at, value > 0, value);
    }

    /** A null cell for an empty text. */
    public void putUnlessEmpty(int at, String value) {
        put(at, value.isEmpty() ? null : value);
    }

    /** The name of a constant in small letters. */
    public void putWord(int at, Enum<?> constant) {
        put(at, constant.name().toLowerCase(Locale.ROOT));
    }

    /** False when every cell is present. */
    public boolean hasNulls() {
        return hasNulls;
    }

    public boolean isNull(int at) {
        return (valid[at / WORD_BITS] >>> at % WORD_BITS & 1) == 0;
    }

    /**
     * From here on the words are codes of this dictionary, or texts hold the cells if it is null.
     */
    public void codesOf(TextDictionary codes) {
        dictionary = codes;
    }

    /** Null where {@link #texts} holds the cells. */
    public TextDictionary dictionary() {
        return dictionary;
    }
}
