package io.tidemark.capture.table;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The records of one channel, lane by lane in the order in which they were written, wherever they
 * lie. The bytes are mapped and valid until the implementation is closed. One thread.
 */
public interface LaneRecords {
    /** Receives the records of a lane in order: where each lies, never to be kept. */
    @FunctionalInterface
    interface RecordVisitor {
        void record(MemorySegment bytes, long at) throws IOException;
    }

    /**
     * Receives the records of a lane in order, copied into words: which one is the first of each;
     * never to be kept.
     */
    @FunctionalInterface
    interface WordVisitor {
        void record(long[] words, int at) throws IOException;
    }

    /**
     * Receives some records of a lane after the other, from the first word on; never to be kept.
     */
    @FunctionalInterface
    interface BlockVisitor {
        void block(long[] words, int records) throws IOException;
    }

    /** The file of a stream; its chunks say where their records lie. */
    MemorySegment bytes(int kind);

    /** Chunks of one lane, oldest first. */
    List<StoredChunk> chunks(int kind, int lane);

    /** All records of one lane, in the order they were written. */
    default void eachRecord(int kind, int lane, RecordVisitor visitor) throws IOException {
        MemorySegment bytes = bytes(kind);
        for (StoredChunk chunk : chunks(kind, lane)) {
            for (int i = 0; i < chunk.records(); i++) {
                visitor.record(bytes, chunk.recordsAt() + (long) i * chunk.recordBytes());
            }
        }
    }

    /** The same, copied into words: fewer steps a field where many records are read once. */
    default void eachInWords(int kind, int lane, WordVisitor visitor) throws IOException {
        MemorySegment bytes = bytes(kind);
        RecordWords block = new RecordWords();
        for (StoredChunk chunk : chunks(kind, lane)) {
            int perRecord = chunk.recordBytes() / Long.BYTES;
            for (int first = 0; first < chunk.records(); ) {
                int count = block.fill(bytes, chunk, first);
                long[] words = block.words();
                for (int i = 0; i < count; i++) {
                    visitor.record(words, i * perRecord);
                }
                first += count;
            }
        }
    }

    /** The same, many at a time. */
    default void eachBlock(int kind, int lane, BlockVisitor visitor) throws IOException {
        MemorySegment bytes = bytes(kind);
        RecordWords block = new RecordWords();
        for (StoredChunk chunk : chunks(kind, lane)) {
            for (int first = 0; first < chunk.records(); ) {
                int count = block.fill(bytes, chunk, first);
                visitor.block(block.words(), count);
                first += count;
            }
        }
    }

    default LaneCursor cursor(int kind, int lane) {
        return new LaneCursor(bytes(kind), chunks(kind, lane));
    }
}
