package io.tidemark.capture.table;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Walks over the records of one lane when two lanes must be merged. One thread. */
public final class LaneCursor {
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
