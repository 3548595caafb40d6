package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/** A signed 32-bit field of a record. Threads and {@code at} as in {@link I64}. */
public record I32(long offset) {
    public int get(MemorySegment segment, long at) {
        return segment.get(LittleEndian.INT, at + offset);
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public int of(long[] words, int at) {
        return (int) (words[at + (int) (offset >>> 3)] >>> (offset << 3));
    }

    public void set(MemorySegment segment, long at, int value) {
        segment.set(LittleEndian.INT, at + offset, value);
    }

    public int getAcquire(MemorySegment segment, long at) {
        return (int) LittleEndian.ORDERED_INT.getAcquire(segment, at + offset);
    }

    public void setRelease(MemorySegment segment, long at, int value) {
        LittleEndian.ORDERED_INT.setRelease(segment, at + offset, value);
    }

    public boolean compareAndSet(MemorySegment segment, long at, int expected, int value) {
        return LittleEndian.ORDERED_INT.compareAndSet(segment, at + offset, expected, value);
    }
}
