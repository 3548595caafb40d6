package io.tidemark.collector.spool;

/**
 * One piece of a spool file: the records of one buffer of one lane. Immutable.
 *
 * @param sequence which buffer of its lane, from 1
 * @param recordsAt where its first record lies in the file
 * @param firstPosition lane position of its first record
 * @param droppedBefore records dropped between the buffer before it and this one
 * @param recovered taken from the region after the run, not handed over
 */
public record SpoolPiece(
        int kind,
        int lane,
        long sequence,
        int records,
        int recordBytes,
        long droppedBefore,
        long firstPosition,
        boolean recovered,
        long recordsAt) {
    public long sizeBytes() {
        return (long) records * recordBytes;
    }
}
