package io.tidemark.capture.table;

import io.tidemark.abi.spool.TableChunk;
import java.lang.foreign.MemorySegment;

/**
 * One chunk of a table file: the records of one buffer of one lane. Immutable.
 *
 * @param kind of the stream, inside its channel
 * @param sequence which buffer of its lane, from 1
 * @param droppedBefore records dropped between the buffer before it and this one
 * @param firstPosition lane position of its first record
 * @param recovered taken from the region after the run, not handed over
 * @param recordsAt position of its first record in the file
 * @param beginTick no record begins earlier; 0 where records have no stamp
 * @param endTick no record ends later
 */
public record StoredChunk(
        int kind,
        int lane,
        long sequence,
        int records,
        int recordBytes,
        long droppedBefore,
        long firstPosition,
        boolean recovered,
        long recordsAt,
        long beginTick,
        long endTick) {
    static final int LINE_BYTES = TableChunk.LAYOUT.sizeBytes();

    /** What the line at {@code at} says, which may be a copy in the index. */
    static StoredChunk read(MemorySegment bytes, long at, int kind, int recordBytes) {
        return new StoredChunk(
                kind,
                (int) TableChunk.LANE.get(bytes, at),
                TableChunk.SEQUENCE.get(bytes, at),
                (int) TableChunk.RECORDS.get(bytes, at),
                recordBytes,
                TableChunk.DROPPED_BEFORE.get(bytes, at),
                TableChunk.FIRST_POSITION.get(bytes, at),
                TableChunk.ORIGIN.get(bytes, at) == TableChunk.RECOVERED,
                TableChunk.AT.get(bytes, at) + LINE_BYTES,
                TableChunk.BEGIN_TICK.get(bytes, at),
                TableChunk.END_TICK.get(bytes, at));
    }

    public long sizeBytes() {
        return (long) records * recordBytes;
    }

    /** Where the line of the chunk lies. */
    long lineAt() {
        return recordsAt - LINE_BYTES;
    }

    long endAt() {
        return recordsAt + sizeBytes();
    }
}
