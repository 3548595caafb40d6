package io.tidemark.capture.column;

/**
 * A column of longs of a known size in four bytes a row. It suits values that are mostly close to
 * their neighbours, such as times and task ids. A value is kept as a distance from the first one of
 * its block. A block with a distance that does not fit 32 bits keeps all of its values whole, in
 * twelve bytes a row. One thread fills it, row after row; any number may read after that.
 */
public final class NearLongs {
    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;

    private final int[] distances;
    private final long[] firsts; // of each block
    private long[][] far; // by block, null where distances fit; null while all do

    public NearLongs(int size) {
        distances = new int[size];
        firsts = new long[(size + BLOCK - 1) >>> BLOCK_BITS];
    }

    /** Keeps the value of a row; the rows before it have theirs. */
    public void put(int row, long value) {
        int block = row >>> BLOCK_BITS;
        int at = row & BLOCK - 1;
        if (at == 0) {
            firsts[block] = value;
        }
        long apart = value - firsts[block]; // added again it is the value, also where it wraps
        if (far != null && far[block] != null) {
            far[block][at] = value;
        } else if (apart == (int) apart) {
            distances[row] = (int) apart;
        } else {
            widen(block, at)[at] = value;
        }
    }

    /** A block's values whole, of which there are {@code count} so far. */
    private long[] widen(int block, int count) {
        long[] values = new long[Math.min(BLOCK, distances.length - (block << BLOCK_BITS))];
        for (int at = 0; at < count; at++) {
            values[at] = firsts[block] + distances[(block << BLOCK_BITS) + at];
        }
        if (far == null) {
            far = new long[firsts.length][];
        }
        far[block] = values;
        return values;
    }

    public long get(int row) {
        int block = row >>> BLOCK_BITS;
        return far == null || far[block] == null ? firsts[block] + distances[row] : far[block][row & BLOCK - 1];
    }

    public int size() {
        return distances.length;
    }
}
