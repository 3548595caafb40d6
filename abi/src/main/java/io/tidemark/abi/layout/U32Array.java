package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/**
 * A fixed run of unsigned 32-bit values, plain access only. An index outside the run is the
 * caller's bug.
 */
public record U32Array(long offset, int length) {
    public long get(MemorySegment segment, long at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        return segment.get(LittleEndian.INT, at + offset + 4L * index) & 0xFFFF_FFFFL;
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public long of(long[] words, int at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        long place = offset + 4L * index;
        return words[at + (int) (place >>> 3)] >>> (place << 3) & 0xFFFF_FFFFL;
    }

    public void set(MemorySegment segment, long at, int index, long value) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        segment.set(LittleEndian.INT, at + offset + 4L * index, (int) value);
    }
}
