package io.tidemark.capture.column;

import java.util.Arrays;

/**
 * A growable column of 16-bit values that never copies more than one chunk, so that a column of a
 * hundred million rows grows without doubling the heap. One thread fills it; any number may read
 * after that.
 */
public final class ShortColumn {
    private static final int SHIFT = 15;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;
    private static final int FIRST = 64;

    private short[][] chunks = {new short[FIRST]};
    private int size;

    public void add(short value) {
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (chunk == chunks.length || chunks[chunk] == null || at == chunks[chunk].length) {
            grow(chunk);
        }
        chunks[chunk][at] = value;
        size++;
    }

    /** Adds a value many times. */
    public void addAll(short value, int count) {
        for (int left = count; left > 0; ) {
            int chunk = size >>> SHIFT;
            int from = size & MASK;
            if (chunk == chunks.length || chunks[chunk] == null || from == chunks[chunk].length) {
                grow(chunk);
            }
            int to = Math.min(from + left, chunks[chunk].length);
            Arrays.fill(chunks[chunk], from, to, value);
            size += to - from;
            left -= to - from;
        }
    }

    /**
     * Adds the low 16 bits of words, shifted to the right by {@code bit}: {@code count} of them,
     * from {@code first} on, {@code step} apart.
     */
    public void addFields(long[] words, int first, int step, int count, int bit) {
        int at = first;
        for (int left = count; left > 0; ) {
            int chunk = size >>> SHIFT;
            int from = size & MASK;
            if (chunk == chunks.length || chunks[chunk] == null || from == chunks[chunk].length) {
                grow(chunk);
            }
            short[] room = chunks[chunk];
            int to = Math.min(from + left, room.length);
            for (int place = from; place < to; place++) {
                room[place] = (short) (words[at] >>> bit);
                at += step;
            }
            size += to - from;
            left -= to - from;
        }
    }

    public short get(int row) {
        assert row < size : "row=" + row + " size=" + size;
        return chunks[row >>> SHIFT][row & MASK];
    }

    public int size() {
        return size;
    }

    private void grow(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, chunks.length * 2));
        }
        short[] old = chunks[chunk];
        if (old == null) {
            chunks[chunk] = new short[CHUNK];
        } else {
            chunks[chunk] = Arrays.copyOf(old, Math.min(CHUNK, old.length * 4));
        }
    }
}
