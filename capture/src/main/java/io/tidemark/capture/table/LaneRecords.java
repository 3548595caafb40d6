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

    default LaneCursor cursor(int kind, int lane) {
        return new LaneCursor(bytes(kind), chunks(kind, lane));
    }
}
