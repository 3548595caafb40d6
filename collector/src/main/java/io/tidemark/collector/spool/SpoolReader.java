package io.tidemark.collector.spool;

import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Reads the records of a finished spool lane by lane. The file is mapped, so its records never lie
 * on the heap. One thread at a time, which also closes it.
 */
public final class SpoolReader implements AutoCloseable {
    public static final String OWNER = "spool";

    /** Receives the records of a lane in order: where each lies, never to be kept. */
    @FunctionalInterface
    public interface RecordVisitor {
        void record(MemorySegment bytes, long at) throws IOException;
    }

    private final OwnedArena arena = OffHeap.confined(OWNER);
    private final MemorySegment bytes;
    private final SpoolIndex index;

    public SpoolReader(Path path, SpoolIndex index) throws IOException {
        this.index = index;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = file.size();
            bytes =
                    size == 0
                            ? MemorySegment.NULL
                            : arena.map(file, FileChannel.MapMode.READ_ONLY, size);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    public SpoolIndex index() {
        return index;
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /** All records of one lane, in the order they were written. */
    public void eachRecord(int kind, int lane, RecordVisitor visitor) throws IOException {
        for (SpoolPiece piece : index.pieces(kind, lane)) {
            for (int i = 0; i < piece.records(); i++) {
                visitor.record(bytes, piece.recordsAt() + (long) i * piece.recordBytes());
            }
        }
    }

    public LaneCursor cursor(int kind, int lane) {
        return new LaneCursor(bytes, index.pieces(kind, lane));
    }

    /** Walks over the records of one lane when two lanes must be merged. */
    public static final class LaneCursor {
        private final MemorySegment bytes;
        private final List<SpoolPiece> pieces;
        private int piece;
        private int record;

        LaneCursor(MemorySegment bytes, List<SpoolPiece> pieces) {
            this.bytes = bytes;
            this.pieces = pieces;
            skipEmpty();
        }

        public boolean hasRecord() {
            return piece < pieces.size();
        }

        public MemorySegment bytes() {
            return bytes;
        }

        /** Where the record at hand lies. */
        public long at() {
            SpoolPiece current = pieces.get(piece);
            return current.recordsAt() + (long) record * current.recordBytes();
        }

        public void advance() {
            record++;
            skipEmpty();
        }

        private void skipEmpty() {
            while (piece < pieces.size() && record >= pieces.get(piece).records()) {
                piece++;
                record = 0;
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
