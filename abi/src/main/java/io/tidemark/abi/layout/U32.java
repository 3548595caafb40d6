package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/**
 * An unsigned 32-bit field of a record: read as a {@code long} of 0 to 2^32-1, of a written value
 * the low 32 bits are kept. Threads and {@code at} as in {@link I64}.
 */
public record U32(long offset) {
    private static final long MASK = 0xFFFF_FFFFL;

    public long get(MemorySegment segment, long at) {
        return segment.get(LittleEndian.INT, at + offset) & MASK;
    }

    /** Which word of a record that was copied into words holds it. */
    public int word() {
        return (int) (offset >>> 3);
    }

    /** At which bit of its {@link #word} it begins. */
    public int bit() {
        return (int) (offset << 3) & 63;
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public long of(long[] words, int at) {
        return words[at + (int) (offset >>> 3)] >>> (offset << 3) & MASK;
    }

    public void set(MemorySegment segment, long at, long value) {
        segment.set(LittleEndian.INT, at + offset, (int) value);
    }

    public long getOpaque(MemorySegment segment, long at) {
        return (int) LittleEndian.ORDERED_INT.getOpaque(segment, at + offset) & MASK;
    }

    public void setOpaque(MemorySegment segment, long at, long value) {
        LittleEndian.ORDERED_INT.setOpaque(segment, at + offset, (int) value);
    }

    public long getAcquire(MemorySegment segment, long at) {
        return (int) LittleEndian.ORDERED_INT.getAcquire(segment, at + offset) & MASK;
    }

    public void setRelease(MemorySegment segment, long at, long value) {
        LittleEndian.ORDERED_INT.setRelease(segment, at + offset, (int) value);
    }

    public long getAndAdd(MemorySegment segment, long at, long delta) {
        return (int) LittleEndian.ORDERED_INT.getAndAdd(segment, at + offset, (int) delta) & MASK;
    }
}
