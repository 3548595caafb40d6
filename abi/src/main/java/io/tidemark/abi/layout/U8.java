package io.tidemark.abi.layout;

import java.lang.foreign.MemorySegment;

/** An unsigned 8-bit field, plain access only. Threads and {@code at} as in {@link I64}. */
public record U8(long offset) {
    public int get(MemorySegment segment, long at) {
        return (byte) LittleEndian.PLAIN_BYTE.get(segment, at + offset) & 0xFF;
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public int of(long[] words, int at) {
        return (int) (words[at + (int) (offset >>> 3)] >>> (offset << 3)) & 0xFF;
    }

    public void set(MemorySegment segment, long at, int value) {
        LittleEndian.PLAIN_BYTE.set(segment, at + offset, (byte) value);
    }
}
