package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/**
 * A 64-bit field of a record. Any thread may use it; which thread may write the bytes is said by
 * the record. {@code at} is where the record starts in the segment.
 */
public record I64(long offset) {
    public long get(MemorySegment segment, long at) {
        return segment.get(LittleEndian.LONG, at + offset);
    }

    /** Which word of a record that was copied into words holds it. */
    public int word() {
        return (int) (offset >>> 3);
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public long of(long[] words, int at) {
        return words[at + (int) (offset >>> 3)];
    }

    public void set(MemorySegment segment, long at, long value) {
        segment.set(LittleEndian.LONG, at + offset, value);
    }

    public long getOpaque(MemorySegment segment, long at) {
        return (long) LittleEndian.ORDERED_LONG.getOpaque(segment, at + offset);
    }

    public void setOpaque(MemorySegment segment, long at, long value) {
        LittleEndian.ORDERED_LONG.setOpaque(segment, at + offset, value);
    }

    public long getAcquire(MemorySegment segment, long at) {
        return (long) LittleEndian.ORDERED_LONG.getAcquire(segment, at + offset);
    }

    public void setRelease(MemorySegment segment, long at, long value) {
        LittleEndian.ORDERED_LONG.setRelease(segment, at + offset, value);
    }

    public boolean compareAndSet(MemorySegment segment, long at, long expected, long value) {
        return LittleEndian.ORDERED_LONG.compareAndSet(segment, at + offset, expected, value);
    }

    public long getAndAdd(MemorySegment segment, long at, long delta) {
        return (long) LittleEndian.ORDERED_LONG.getAndAdd(segment, at + offset, delta);
    }
}
