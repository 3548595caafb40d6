package io.tidemark.abi.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** An unsigned 8-bit field, plain access only. Threads and {@code at} as in {@link I64}. */
public record U8(long offset) {
    public int get(MemorySegment segment, long at) {
        return segment.get(JAVA_BYTE, at + offset) & 0xFF;
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public int of(long[] words, int at) {
        return (int) (words[at + (int) (offset >>> 3)] >>> (offset << 3)) & 0xFF;
    }

    public void set(MemorySegment segment, long at, int value) {
        segment.set(JAVA_BYTE, at + offset, (byte) value);
    }
}
