package io.tidemark.memory.region;

/**
 * Records of one buffer that are whole. Immutable; the records start at {@code
 * StreamPlace.recordsAt(bufferAt)}.
 *
 * @param firstPosition lane position of the first of them
 */
public record CommittedBuffer(
        int lane, long sequence, long bufferAt, int records, long firstPosition) {}
