package io.tidemark.capture.column;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import java.util.Arrays;

/**
 * A growable column of ints that never copies more than one chunk, so that a column of a hundred
 * million rows grows without doubling the heap. One thread fills it; any number may read after
 * that.
 */
public final class IntColumn {
    private static final int SHIFT = 15;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;
    private static final int FIRST = 64;

    private int[][] chunks = {new int[FIRST]};
    private int size;

    public void add(int value) {
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (chunk == chunks.length || chunks[chunk] == null || at == chunks[chunk].length) {
            grow(chunk);
        }
        chunks[chunk][at] = value;
        size++;
    }

    /**
     * Adds the low 32 bits of words, shifted to the right by {@code bit}: {@code count} of them,
     * from {@code first} on, {@code step} apart.
     */
    public void addFields(long[] words, int first, int step, int count, int bit) {
        int at = first;
        for (int left = count; left > 0; ) {
            int[] chunk = room();
            int from = size & MASK;
            int to = Math.min(from + left, chunk.length);
            for (int place = from; place < to; place++) {
                chunk[place] = (int) (words[at] >>> bit);
                at += step;
            }
            size += to - from;
            left -= to - from;
        }
    }

    /** Adds a field of consecutive records that begin at the first word. */
    public void addFields(long[] words, RecordLayout record, U32 field, int count) {
        addFields(words, field.word(), record.sizeBytes() / Long.BYTES, count, field.bit());
    }

    /**
     * Adds the distances of words from {@code origin}, taken as above; the caller ensures that they
     * fit.
     */
    public void addDistances(long[] words, int first, int step, int count, long origin) {
        int at = first;
        for (int left = count; left > 0; ) {
            int[] chunk = room();
            int from = size & MASK;
            int to = Math.min(from + left, chunk.length);
            for (int place = from; place < to; place++) {
                chunk[place] = (int) (words[at] - origin);
                at += step;
            }
            size += to - from;
            left -= to - from;
        }
    }

    /** Adds how far the word behind each of these is from it; the caller knows it fits. */
    public void addLengths(long[] words, int first, int step, int count) {
        int at = first;
        for (int left = count; left > 0; ) {
            int[] chunk = room();
            int from = size & MASK;
            int to = Math.min(from + left, chunk.length);
            for (int place = from; place < to; place++) {
                chunk[place] = (int) (words[at + 1] - words[at]);
                at += step;
            }
            size += to - from;
            left -= to - from;
        }
    }

    /** The chunk that takes the next row. */
    private int[] room() {
        int chunk = size >>> SHIFT;
        if (chunk == chunks.length || chunks[chunk] == null || (size & MASK) == chunks[chunk].length) {
            grow(chunk);
        }
        return chunks[chunk];
    }

    public int get(int row) {
        assert row < size : "row=" + row + " size=" + size;
        return chunks[row >>> SHIFT][row & MASK];
    }

    public void set(int row, int value) {
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

    /** How many arrays hold the rows, one after the other; each but the last is full. */
    public int chunks() {
        return size + MASK >>> SHIFT;
    }

    /** One of these arrays, for a walk over all rows. It is the column's own. */
    public int[] chunk(int which) {
        return chunks[which];
    }

    /** How many rows it holds. */
    public int chunkSize(int which) {
        return Math.min(CHUNK, size - (which << SHIFT));
    }

    private void grow(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, chunks.length * 2));
        }
        int[] old = chunks[chunk];
        if (old == null) {
            chunks[chunk] = new int[CHUNK];
        } else {
            chunks[chunk] = Arrays.copyOf(old, Math.min(CHUNK, old.length * 4));
        }
    }
}
