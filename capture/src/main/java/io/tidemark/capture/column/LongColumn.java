package io.tidemark.capture.column;

import java.util.Arrays;

/**
 * A growable column of longs that never copies more than one chunk, so that a column of a hundred
 * million rows grows without doubling the heap. One thread fills it; any number may read after
 * that.
 */
public final class LongColumn {
    private static final int SHIFT = 15; // 256 KiB of longs: never a humongous object of a 512 MiB heap
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;
    private static final int FIRST = 64;

    private long[][] chunks = {new long[FIRST]};
    private int size;

    public void add(long value) {
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (chunk == chunks.length || chunks[chunk] == null || at == chunks[chunk].length) {
            grow(chunk);
        }
        chunks[chunk][at] = value;
        size++;
    }

    /**
     * Adds the bits of words that {@code mask} has: {@code count} of them, from {@code first} on,
     * {@code step} apart.
     */
    public void addFields(long[] words, int first, int step, int count, long mask) {
        int at = first;
        for (int left = count; left > 0; ) {
            int chunk = size >>> SHIFT;
            int from = size & MASK;
            if (chunk == chunks.length || chunks[chunk] == null || from == chunks[chunk].length) {
                grow(chunk);
            }
            long[] room = chunks[chunk];
            int to = Math.min(from + left, room.length);
            for (int place = from; place < to; place++) {
                room[place] = words[at] & mask;
                at += step;
            }
            size += to - from;
            left -= to - from;
        }
    }

    public long get(int row) {
        assert row < size : "row=" + row + " size=" + size;
        return chunks[row >>> SHIFT][row & MASK];
    }

    public void set(int row, long value) {
        assert row < size : "row=" + row + " size=" + size;
        chunks[row >>> SHIFT][row & MASK] = value;
    }

    /** Forgets every row from {@code newSize} on. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IllegalArgumentException("newSize=" + newSize + " size=" + size);
        }
        size = newSize;
    }

    public int size() {
        return size;
    }

    /** A dense copy, for callers that sort or search. */
    public long[] toArray() {
        long[] all = new long[size];
        for (int at = 0; at < size; at += CHUNK) {
            System.arraycopy(chunks[at >>> SHIFT], 0, all, at, Math.min(CHUNK, size - at));
        }
        return all;
    }

    private void grow(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, chunks.length * 2));
        }
        long[] old = chunks[chunk];
        if (old == null) {
            chunks[chunk] = new long[CHUNK];
        } else {
            chunks[chunk] = Arrays.copyOf(old, Math.min(CHUNK, old.length * 4));
        }
    }
}
