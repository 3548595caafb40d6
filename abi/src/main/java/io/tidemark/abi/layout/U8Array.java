package io.tidemark.abi.layout;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** A fixed run of bytes, plain access only. An index outside the run is the caller's bug. */
public record U8Array(long offset, int length) {
    public int get(MemorySegment segment, long at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        return segment.get(JAVA_BYTE, at + offset + index) & 0xFF;
    }

    /** The same of a record that was copied into words; its first one is {@code words[at]}. */
    public int of(long[] words, int at, int index) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        long place = offset + index;
        return (int) (words[at + (int) (place >>> 3)] >>> (place << 3)) & 0xFF;
    }

    public void set(MemorySegment segment, long at, int index, int value) {
        assert index >= 0 && index < length : "index=" + index + " length=" + length;
        segment.set(JAVA_BYTE, at + offset + index, (byte) value);
    }

    /** Copies {@code bytes} in and clears the rest of the run; what does not fit is left out. */
    public void setBytes(MemorySegment segment, long at, byte[] bytes) {
        int kept = Math.min(bytes.length, length);
        MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, at + offset, kept);
        segment.asSlice(at + offset + kept, length - kept).fill((byte) 0);
    }

    public byte[] getBytes(MemorySegment segment, long at) {
        return segment.asSlice(at + offset, length).toArray(JAVA_BYTE);
    }
}
