package io.tidemark.collector.spool;

import io.tidemark.capture.table.StoredChunk;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the records of a spool lane by lane. Its files are mapped, so their records never lie on
 * the heap. One thread at a time, which also closes it.
 */
public final class SpoolReader implements AutoCloseable {
    public static final String OWNER = "spool";

    /** Receives the records of a lane in order: where each lies, never to be kept. */
    @FunctionalInterface
    public interface RecordVisitor {
        void record(MemorySegment bytes, long at) throws IOException;
    }

    private final OwnedArena arena = OffHeap.confined(OWNER);
    private final Map<Integer, MemorySegment> bytes = new HashMap<>();
    private final SpoolIndex index;

    public SpoolReader(SpoolWriter spool) throws IOException {
        index = spool.index();
        for (Map.Entry<Integer, Path> table : spool.files().entrySet()) {
            try (FileChannel file = FileChannel.open(table.getValue(), StandardOpenOption.READ)) {
                bytes.put(
                        table.getKey(),
                        arena.map(file, FileChannel.MapMode.READ_ONLY, file.size()));
            } catch (IOException e) {
                arena.close();
                throw e;
            }
        }
    }

    public SpoolIndex index() {
        return index;
    }

    /** The file of a stream; its chunks say where their records lie. */
    public MemorySegment bytes(int kind) {
        return bytes.getOrDefault(kind, MemorySegment.NULL);
    }

    /** All records of one lane, in the order they were written. */
    public void eachRecord(int kind, int lane, RecordVisitor visitor) throws IOException {
        for (StoredChunk chunk : index.chunks(kind, lane)) {
            for (int i = 0; i < chunk.records(); i++) {
                visitor.record(bytes(kind), chunk.recordsAt() + (long) i * chunk.recordBytes());
            }
        }
    }

    public LaneCursor cursor(int kind, int lane) {
        return new LaneCursor(bytes(kind), index.chunks(kind, lane));
    }

    /** Walks over the records of one lane when two lanes must be merged. */
    public static final class LaneCursor {
        private final MemorySegment bytes;
        private final List<StoredChunk> chunks;
        private int chunk;
        private int record;

        LaneCursor(MemorySegment bytes, List<StoredChunk> chunks) {
            this.bytes = bytes;
            this.chunks = chunks;
            skipEmpty();
        }

        public boolean hasRecord() {
            return chunk < chunks.size();
        }

        public MemorySegment bytes() {
            return bytes;
        }

        /** Where the record at hand lies. */
        public long at() {
            StoredChunk current = chunks.get(chunk);
            return current.recordsAt() + (long) record * current.recordBytes();
        }

        public void advance() {
            record++;
            skipEmpty();
        }

        private void skipEmpty() {
            while (chunk < chunks.size() && record >= chunks.get(chunk).records()) {
                chunk++;
                record = 0;
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
