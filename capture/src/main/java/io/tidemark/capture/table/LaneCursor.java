package io.tidemark.capture.table;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Walks over the records of chunks, as of one lane when two lanes must be merged. One thread. */
public final class LaneCursor {
    private final MemorySegment bytes;
    private final List<StoredChunk> chunks;
    private final RecordWords block = new RecordWords();
    private int chunk;
    private int record; // of the chunk
    private int blockFirst; // record of the chunk at which the block begins
    private int blockSize;
    private int wordsPerRecord;

    LaneCursor(MemorySegment bytes, List<StoredChunk> chunks) {
        this.bytes = bytes;
        this.chunks = chunks;
        load();
    }

    public boolean hasRecord() {
        return blockSize > 0;
    }

    /** The record at hand and some of its neighbours; until the next step. */
    public long[] words() {
        return block.words();
    }

    /** Which word is the first of the record at hand. */
    public int at() {
        return (record - blockFirst) * wordsPerRecord;
    }

    public void advance() {
        record++;
        if (record == blockFirst + blockSize) {
            load();
        }
    }

    private void load() {
        while (chunk < chunks.size() && record >= chunks.get(chunk).records()) {
            chunk++;
            record = 0;
        }
        blockFirst = record;
        blockSize = chunk < chunks.size() ? block.fill(bytes, chunks.get(chunk), record) : 0;
        wordsPerRecord = blockSize == 0 ? 0 : chunks.get(chunk).recordBytes() / Long.BYTES;
    }
}
