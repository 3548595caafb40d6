package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/**
 * A fixed run of signed 32-bit values, plain access only. An index outside the run is the caller's
 * bug.
 */
public record I32Array(long offset, int length) {
    public int get(MemorySegment segment, long at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        return segment.get(LittleEndian.INT, at + offset + 4L * index);
    }

    public void set(MemorySegment segment, long at, int index, int value) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        segment.set(LittleEndian.INT, at + offset + 4L * index, value);
    }
}
