package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/** An unsigned 16-bit field, plain access only. Threads and {@code at} as in {@link I64}. */
public record U16(long offset) {
    public int get(MemorySegment segment, long at) {
        return segment.get(LittleEndian.SHORT, at + offset) & 0xFFFF;
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
    public int of(long[] words, int at) {
        return (int) (words[at + (int) (offset >>> 3)] >>> (offset << 3)) & 0xFFFF;
    }

    public void set(MemorySegment segment, long at, int value) {
        segment.set(LittleEndian.SHORT, at + offset, (short) value);
    }
}
