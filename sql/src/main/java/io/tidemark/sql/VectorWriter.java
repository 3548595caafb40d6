package io.tidemark.sql;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import org.duckdb.DuckDBWritableVector;

/**
 * Hands the cells of a buffer to a vector of the engine in whole columns. The driver's own setters
 * take one cell at a time with a lock each; the two buffers behind them are used instead, as long
 * as the driver has them. Stateless; any thread.
 */
final class VectorWriter {
    private static final MethodHandle DATA = field("data");
    private static final MethodHandle VALIDITY = field("validity");

    private VectorWriter() {}

    private static MethodHandle field(String name) {
        try {
            return MethodHandles.privateLookupIn(DuckDBWritableVector.class, MethodHandles.lookup())
                    .findGetter(DuckDBWritableVector.class, name, ByteBuffer.class);
        } catch (ReflectiveOperationException otherDriver) {
            return null;
        }
    }

    /** False with a driver that hides its buffers; everything works then, only slower. */
    static boolean isDirect() {
        return DATA != null && VALIDITY != null;
    }

    static void write(DuckDBWritableVector vector, ColumnType type, ColumnBuffer cells, int count) {
        boolean texts = type == ColumnType.VARCHAR && cells.dictionary() == null;
        if (!isDirect() || texts) {
            writeEach(vector, type, cells, count);
            return;
        }
        MemorySegment data = segment(DATA, vector);
        switch (type) {
            case BIGINT, DOUBLE ->
                    MemorySegment.copy(cells.words, 0, data, ValueLayout.JAVA_LONG, 0, count);
            case INTEGER -> {
                for (int i = 0; i < count; i++) {
                    data.setAtIndex(ValueLayout.JAVA_INT, i, (int) cells.words[i]);
                }
            }
            case BOOLEAN -> {
                for (int i = 0; i < count; i++) {
                    data.set(ValueLayout.JAVA_BYTE, i, (byte) cells.words[i]);
                }
            }
            case VARCHAR -> writeCodes(data, cells, count);
        }
        int words = (count + Long.SIZE - 1) / Long.SIZE;
        MemorySegment.copy(
                cells.valid, 0, segment(VALIDITY, vector), ValueLayout.JAVA_LONG, 0, words);
    }

    private static void writeCodes(MemorySegment data, ColumnBuffer cells, int count) {
        MemorySegment strings = cells.dictionary().strings();
        for (int i = 0; i < count; i++) {
            long from = cells.words[i] * 2;
            data.setAtIndex(
                    ValueLayout.JAVA_LONG, 2L * i, strings.getAtIndex(ValueLayout.JAVA_LONG, from));
            data.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    2L * i + 1,
                    strings.getAtIndex(ValueLayout.JAVA_LONG, from + 1));
        }
    }

    private static MemorySegment segment(MethodHandle buffer, DuckDBWritableVector vector) {
        try {
            return MemorySegment.ofBuffer((ByteBuffer) buffer.invokeExact(vector));
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a getter throws nothing else", impossible);
        }
    }

    private static void writeEach(
            DuckDBWritableVector vector, ColumnType type, ColumnBuffer cells, int count) {
        for (int i = 0; i < count; i++) {
            if (cells.isNull(i)) {
                vector.setNull(i);
                continue;
            }
            long word = cells.words[i];
            switch (type) {
                case BIGINT -> vector.setLong(i, word);
                case INTEGER -> vector.setInt(i, (int) word);
                case DOUBLE -> vector.setDouble(i, Double.longBitsToDouble(word));
                case BOOLEAN -> vector.setBoolean(i, word != 0);
                case VARCHAR ->
                        vector.setString(
                                i,
                                cells.dictionary() == null
                                        ? cells.texts[i]
                                        : cells.dictionary().text((int) word));
            }
        }
    }
}
