package io.tidemark.sql.engine;

import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.TextDictionary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Puts the cells of a buffer into vectors of the engine: narrowed in an array, then copied as a
 * whole. One thread.
 */
final class VectorWriter {
    private final byte[] bytes = new byte[ColumnBuffer.CAPACITY];
    private final short[] shorts = new short[ColumnBuffer.CAPACITY];
    private final int[] ints = new int[ColumnBuffer.CAPACITY];

    /**
     * @param texts the numbers of an enumerated column's texts, else null
     */
    void write(long vector, ColumnSpec column, TextSet texts, ColumnBuffer cells, int n) {
        switch (column.type()) {
            case BIGINT, DOUBLE ->
                MemorySegment.copy(
                        cells.words,
                        0,
                        EngineLibrary.cells(vector, (long) n * Long.BYTES),
                        ValueLayout.JAVA_LONG,
                        0,
                        n);
            case INTEGER -> writeInts(vector, cells.words, n);
            case BOOLEAN -> writeBytes(vector, cells.words, n);
            case VARCHAR -> writeTexts(vector, cells, n);
            case ENUM -> {
                if (texts == null) {
                    writeTexts(vector, cells, n);
                } else {
                    writePlaces(vector, column.name(), texts, cells, n);
                }
            }
        }
        if (cells.hasNulls()) {
            int words = (n + Long.SIZE - 1) / Long.SIZE;
            MemorySegment.copy(
                    cells.valid,
                    0,
                    EngineLibrary.validity(vector, (long) words * Long.BYTES),
                    ValueLayout.JAVA_LONG,
                    0,
                    words);
        }
    }

    private void writeInts(long vector, long[] words, int n) {
        for (int i = 0; i < n; i++) {
            ints[i] = (int) words[i];
        }
        MemorySegment data = EngineLibrary.cells(vector, (long) n * Integer.BYTES);
        MemorySegment.copy(ints, 0, data, ValueLayout.JAVA_INT, 0, n);
    }

    private void writeBytes(long vector, long[] words, int n) {
        for (int i = 0; i < n; i++) {
            bytes[i] = (byte) words[i];
        }
        MemorySegment.copy(bytes, 0, EngineLibrary.cells(vector, n), ValueLayout.JAVA_BYTE, 0, n);
    }

    private static void writeTexts(long vector, ColumnBuffer cells, int n) {
        TextDictionary dictionary = cells.dictionary();
        if (dictionary == null) {
            writeEachText(vector, cells, n);
            return;
        }
        MemorySegment data = EngineLibrary.cells(vector, (long) n * TextDictionary.STRING_BYTES);
        MemorySegment strings = dictionary.strings();
        for (int i = 0; i < n; i++) {
            long from = cells.words[i] * 2;
            data.setAtIndex(ValueLayout.JAVA_LONG, 2L * i, strings.getAtIndex(ValueLayout.JAVA_LONG, from));
            data.setAtIndex(ValueLayout.JAVA_LONG, 2L * i + 1, strings.getAtIndex(ValueLayout.JAVA_LONG, from + 1));
        }
    }

    /** Texts of their own; the engine copies them. A text that repeats is encoded once. */
    private static void writeEachText(long vector, ColumnBuffer cells, int n) {
        try (Arena arena = Arena.ofConfined()) {
            String last = null;
            MemorySegment encoded = MemorySegment.NULL;
            for (int i = 0; i < n; i++) {
                if (cells.isNull(i)) {
                    continue;
                }
                String text = cells.texts[i];
                if (!text.equals(last)) {
                    encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(StandardCharsets.UTF_8));
                    last = text;
                }
                EngineLibrary.assignText(vector, i, encoded, encoded.byteSize());
            }
        }
    }

    private void writePlaces(long vector, String column, TextSet texts, ColumnBuffer cells, int n) {
        int[] places = cells.dictionary() == null ? placesOfTexts(texts, cells, n) : texts.places(cells.dictionary());
        MemorySegment data = EngineLibrary.cells(vector, (long) n * texts.cellBytes());
        int all =
                switch (texts.cellBytes()) {
                    case Byte.BYTES -> bytePlaces(places, cells.words, n, data);
                    case Short.BYTES -> shortPlaces(places, cells.words, n, data);
                    default -> intPlaces(places, cells.words, n, data);
                };
        if (all < 0) {
            throw new IllegalStateException(
                    "a table file has a kernel that its footer does not know (column " + column + ")");
        }
    }

    /** The answer is negative if a text is not in the set. */
    private int bytePlaces(int[] places, long[] codes, int n, MemorySegment data) {
        byte[] narrow = bytes;
        int all = 0;
        for (int i = 0; i < n; i++) {
            int place = place(places, codes[i]);
            narrow[i] = (byte) place;
            all |= place;
        }
        MemorySegment.copy(narrow, 0, data, ValueLayout.JAVA_BYTE, 0, n);
        return all;
    }

    private int shortPlaces(int[] places, long[] codes, int n, MemorySegment data) {
        int all = 0;
        for (int i = 0; i < n; i++) {
            int place = place(places, codes[i]);
            shorts[i] = (short) place;
            all |= place;
        }
        MemorySegment.copy(shorts, 0, data, ValueLayout.JAVA_SHORT, 0, n);
        return all;
    }

    private int intPlaces(int[] places, long[] codes, int n, MemorySegment data) {
        int all = 0;
        for (int i = 0; i < n; i++) {
            ints[i] = place(places, codes[i]);
            all |= ints[i];
        }
        MemorySegment.copy(ints, 0, data, ValueLayout.JAVA_INT, 0, n);
        return all;
    }

    private static int place(int[] places, long code) {
        return code < places.length ? places[(int) code] : -1;
    }

    /** Makes codes of the texts, one for each cell; the answer has the place of each code. */
    private static int[] placesOfTexts(TextSet texts, ColumnBuffer cells, int n) {
        int[] places = new int[n];
        for (int i = 0; i < n; i++) {
            places[i] = cells.isNull(i) ? 0 : texts.place(cells.texts[i]);
            cells.words[i] = i;
        }
        return places;
    }
}
