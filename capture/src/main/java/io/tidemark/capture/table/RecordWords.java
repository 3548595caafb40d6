package io.tidemark.capture.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Copies records of a mapped file block by block into words of the heap. Fields of the heap cost a
 * fraction of mapped ones as long as the code that reads them is not fully optimised, which in a
 * short command is most of the time. One thread.
 */
final class RecordWords {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 512; // records of a block: they stay in the nearest cache

    private long[] words = {};

    /**
     * Copies the records of a chunk from this one on, as many as a block holds; answers how many.
     */
    int fill(MemorySegment bytes, StoredChunk chunk, int first) {
        long at = chunk.recordsAt() + (long) first * chunk.recordBytes();
        return fill(bytes, at, chunk.records() - first, chunk.recordBytes());
    }

    /** The same for at most {@code most} records at any position. */
    int fill(MemorySegment bytes, long at, int most, int recordBytes) {
        if (recordBytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("recordBytes=" + recordBytes);
        }
        int perRecord = recordBytes / Long.BYTES;
        if (words.length < BLOCK * perRecord) {
            words = new long[BLOCK * perRecord];
        }
        int records = Math.min(BLOCK, most);
        MemorySegment.copy(bytes, WORD, at, words, 0, records * perRecord);
        return records;
    }

    /** The words of the block; overwritten by the next. */
    long[] words() {
        return words;
    }
}
