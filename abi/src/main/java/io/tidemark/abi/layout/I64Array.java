package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/**
 * A fixed run of 64-bit values, plain access only. An index outside the run is the caller's bug.
 */
public record I64Array(long offset, int length) {
    public long get(MemorySegment segment, long at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        return segment.get(LittleEndian.LONG, at + offset + 8L * index);
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public long of(long[] words, int at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        return words[at + (int) (offset >>> 3) + index];
    }

    public void set(MemorySegment segment, long at, int index, long value) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        segment.set(LittleEndian.LONG, at + offset + 8L * index, value);
    }
}
