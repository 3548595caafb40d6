package io.tidemark.sql.engine;

import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.TextDictionary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Puts the cells of a buffer into a vector of the engine. Stateless; any thread. */
final class VectorWriter {
    private VectorWriter() {}

    /**
     * @param texts the numbers of an enumerated column's texts, else null
     */
    static void write(long vector, ColumnSpec column, TextSet texts, ColumnBuffer cells, int n) {
        switch (column.type()) {
            case BIGINT, DOUBLE ->
                    MemorySegment.copy(
                            cells.words,
                            0,
                            EngineLibrary.cells(vector, (long) n * Long.BYTES),
                            ValueLayout.JAVA_LONG,
                            0,
                            n);
            case INTEGER -> writeInts(vector, cells, n);
            case BOOLEAN -> writeFlags(vector, cells, n);
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

    private static void writeInts(long vector, ColumnBuffer cells, int n) {
        MemorySegment data = EngineLibrary.cells(vector, (long) n * Integer.BYTES);
        for (int i = 0; i < n; i++) {
            data.setAtIndex(ValueLayout.JAVA_INT, i, (int) cells.words[i]);
        }
    }

    private static void writeFlags(long vector, ColumnBuffer cells, int n) {
        MemorySegment data = EngineLibrary.cells(vector, n);
        for (int i = 0; i < n; i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) cells.words[i]);
        }
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
            data.setAtIndex(
                    ValueLayout.JAVA_LONG, 2L * i, strings.getAtIndex(ValueLayout.JAVA_LONG, from));
            data.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    2L * i + 1,
                    strings.getAtIndex(ValueLayout.JAVA_LONG, from + 1));
        }
    }

    /** Texts of their own; the engine copies them. A text that repeats is encoded once. */
    private static void writeEachText(long vector, ColumnBuffer cells, int n) {
        try (Arena arena = Arena.ofConfined()) {
            String last = null;
            MemorySegment bytes = MemorySegment.NULL;
            for (int i = 0; i < n; i++) {
                if (cells.isNull(i)) {
                    continue;
                }
                String text = cells.texts[i];
                if (!text.equals(last)) {
                    bytes =
                            arena.allocateFrom(
                                    ValueLayout.JAVA_BYTE, text.getBytes(StandardCharsets.UTF_8));
                    last = text;
                }
                EngineLibrary.assignText(vector, i, bytes, bytes.byteSize());
            }
        }
    }

    private static void writePlaces(
            long vector, String column, TextSet texts, ColumnBuffer cells, int n) {
        if (cells.dictionary() == null) {
            for (int i = 0; i < n; i++) {
                cells.words[i] = cells.isNull(i) ? 0 : texts.place(cells.texts[i]);
            }
        } else {
            int[] places = texts.places(cells.dictionary());
            for (int i = 0; i < n; i++) {
                cells.words[i] = places[(int) cells.words[i]];
            }
        }
        requireListed(column, cells, n);
        switch (texts.cellBytes()) {
            case Byte.BYTES -> writeFlags(vector, cells, n);
            case Short.BYTES -> {
                MemorySegment data = EngineLibrary.cells(vector, (long) n * Short.BYTES);
                for (int i = 0; i < n; i++) {
                    data.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) cells.words[i]);
                }
            }
            default -> writeInts(vector, cells, n);
        }
    }

    private static void requireListed(String column, ColumnBuffer cells, int n) {
        long all = 0;
        for (int i = 0; i < n; i++) {
            all |= cells.words[i];
        }
        if (all < 0) {
            throw new IllegalStateException(
                    "a table file has a kernel that its footer does not know (column "
                            + column
                            + ")");
        }
    }
}
