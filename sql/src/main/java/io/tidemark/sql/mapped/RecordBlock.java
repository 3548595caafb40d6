package io.tidemark.sql.mapped;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.U32;
import io.tidemark.sql.table.ColumnBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Some records of a mapped file, copied as words. The JVM compiles a loop over an array in a
 * fraction of the time of a loop over a mapped segment. Several columns are read from one copy. One
 * thread; reused for each block.
 */
final class RecordBlock {
    private static final ValueLayout.OfLong LITTLE_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final long[] words;
    private final int recordWords;
    private final int[] lanes = new int[ColumnBuffer.CAPACITY]; // of each stretch of records
    private final int[] ends = new int[ColumnBuffer.CAPACITY];
    private int stretches;

    RecordBlock(int recordBytes) {
        recordWords = recordBytes / Long.BYTES;
        words = new long[ColumnBuffer.CAPACITY * recordWords];
    }

    /** Which word of its record a field begins in. */
    static int word(I64 field) {
        return (int) (field.offset() / Long.BYTES);
    }

    /** Which word a record begins at. */
    int at(int record) {
        return record * recordWords;
    }

    void clear() {
        stretches = 0;
    }

    int size() {
        return stretches == 0 ? 0 : ends[stretches - 1];
    }

    /** Adds records of one lane that lie one behind the other. */
    void add(MemorySegment bytes, long at, int count, int lane) {
        int from = size();
        MemorySegment.copy(bytes, LITTLE_ENDIAN, at, words, from * recordWords, count * recordWords);
        lanes[stretches] = lane;
        ends[stretches++] = from + count;
    }

    long get(I64 field, int record) {
        return words[record * recordWords + (int) (field.offset() / Long.BYTES)];
    }

    long get(U32 field, int record) {
        long word = words[record * recordWords + (int) (field.offset() / Long.BYTES)];
        return word >>> Byte.SIZE * (int) (field.offset() % Long.BYTES) & 0xFFFF_FFFFL;
    }

    /**
     * Puts a number for the lane of each record.
     *
     * @param byLane the number of a lane
     */
    void fillLanes(ColumnBuffer out, int to, java.util.function.IntUnaryOperator byLane) {
        int from = 0;
        for (int i = 0; i < stretches; i++) {
            Arrays.fill(out.words, to + from, to + ends[i], byLane.applyAsInt(lanes[i]));
            from = ends[i];
        }
    }
}
