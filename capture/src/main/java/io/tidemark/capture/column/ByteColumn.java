package io.tidemark.capture.column;

import java.util.Arrays;

/**
 * A growable column of bytes that never copies more than one chunk, so that a column of a hundred
 * million rows grows without doubling the heap. One thread fills it; any number may read after
 * that.
 */
public final class ByteColumn {
    private static final int SHIFT = 15;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;
    private static final int FIRST = 64;

    private byte[][] chunks = {new byte[FIRST]};
    private int size;

    public void add(byte value) {
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (chunk == chunks.length || chunks[chunk] == null || at == chunks[chunk].length) {
            grow(chunk);
        }
        chunks[chunk][at] = value;
        size++;
    }

    /** Adds the first values of an array. */
    public void addAll(byte[] values, int count) {
        for (int done = 0; done < count; ) {
            int chunk = size >>> SHIFT;
            int from = size & MASK;
            if (chunk == chunks.length || chunks[chunk] == null || from == chunks[chunk].length) {
                grow(chunk);
            }
            int some = Math.min(count - done, chunks[chunk].length - from);
            System.arraycopy(values, done, chunks[chunk], from, some);
            size += some;
            done += some;
        }
    }

    public byte get(int row) {
        assert row < size : "row=" + row + " size=" + size;
        return chunks[row >>> SHIFT][row & MASK];
    }

    public void set(int row, byte value) {
        assert row < size : "row=" + row + " size=" + size;
        chunks[row >>> SHIFT][row & MASK] = value;
    }

    public int size() {
        return size;
    }

    private void grow(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, chunks.length * 2));
        }
        byte[] old = chunks[chunk];
        if (old == null) {
            chunks[chunk] = new byte[CHUNK];
        } else {
            chunks[chunk] = Arrays.copyOf(old, Math.min(CHUNK, old.length * 4));
        }
    }
}
