package io.tidemark.runtime.team;

import java.util.Arrays;

/**
 * A set of cores of one scheduler, by the numbers that {@link CoreNumbering} gives them. A cluster
 * never lies across two words, so every question is answered word by word; the first word, which is
 * all that most schedulers need, is a field. For one thread at a time.
 */
public final class CoreMask {
    private static final long[] NO_MORE = {};

    private final long clusterBase; // bit 0 of every cluster of a word
    private long first;
    private final long[] more;

    public CoreMask(CoreNumbering numbering) {
        clusterBase = numbering.clusterBase();
        more = numbering.words() == 1 ? NO_MORE : new long[numbering.words() - 1];
    }

    public void set(int core) {
        if (core < Long.SIZE) {
            first |= 1L << core;
        } else {
            more[core / Long.SIZE - 1] |= 1L << core;
        }
    }

    public void clear(int core) {
        if (core < Long.SIZE) {
            first &= ~(1L << core);
        } else {
            more[core / Long.SIZE - 1] &= ~(1L << core);
        }
    }

    public boolean has(int core) {
        return ((core < Long.SIZE ? first : more[core / Long.SIZE - 1]) >>> core & 1) != 0;
    }

    public boolean isEmpty() {
        if (first != 0) {
            return false;
        }
        for (long word : more) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    public int count() {
        int count = Long.bitCount(first);
        for (long word : more) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** How many of these are also in the other set. */
    public int countIn(CoreMask other) {
        int count = Long.bitCount(first & other.first);
        for (int i = 0; i < more.length; i++) {
            count += Long.bitCount(more[i] & other.more[i]);
        }
        return count;
    }

    /** The lowest core in both sets, or -1. */
    public int firstIn(CoreMask other) {
        long both = first & other.first;
        return both != 0 ? Long.numberOfTrailingZeros(both) : firstInMore(other);
    }

    /** The lowest core in both sets that is not below a number, or -1. */
    public int nextIn(CoreMask other, int from) {
        if (from >= Long.SIZE) {
            return nextInMore(other, from - Long.SIZE);
        }
        long both = first & other.first & -1L << from;
        return both != 0 ? Long.numberOfTrailingZeros(both) : firstInMore(other);
    }

    private int firstInMore(CoreMask other) {
        return more.length == 0 ? -1 : nextInMore(other, 0);
    }

    private int nextInMore(CoreMask other, int from) {
        long allowed = -1L << from;
        for (int i = from / Long.SIZE; i < more.length; i++) {
            long both = more[i] & other.more[i] & allowed;
            if (both != 0) {
                return (i + 1) * Long.SIZE + Long.numberOfTrailingZeros(both);
            }
            allowed = -1;
        }
        return -1;
    }

    /** Becomes what is in either of two sets. */
    public void union(CoreMask one, CoreMask other) {
        first = one.first | other.first;
        for (int i = 0; i < more.length; i++) {
            more[i] = one.more[i] | other.more[i];
        }
    }

    /**
     * How many clusters have all these positions in the set. Other positions do not matter.
     *
     * @param positions bit p asks for the core at position p
     */
    public int clusterCount(int positions) {
        int count = Long.bitCount(clusters(first, positions, clusterBase));
        for (long word : more) {
            count += Long.bitCount(clusters(word, positions, clusterBase));
        }
        return count;
    }

    /** The first core of the first such cluster, or -1. */
    public int firstCluster(int positions) {
        long clusters = clusters(first, positions, clusterBase);
        if (clusters != 0) {
            return Long.numberOfTrailingZeros(clusters);
        }
        for (int i = 0; i < more.length; i++) {
            clusters = clusters(more[i], positions, clusterBase);
            if (clusters != 0) {
                return (i + 1) * Long.SIZE + Long.numberOfTrailingZeros(clusters);
            }
        }
        return -1;
    }

    /** One word of the set, for others who ask {@link #clusters} of it. */
    public long word(int index) {
        return index == 0 ? first : more[index - 1];
    }

    /** The clusters of a word that have all these positions, by their first core. */
    static long clusters(long word, int positions, long clusterBase) {
        long clusters = clusterBase;
        for (int left = positions; left != 0; left &= left - 1) {
            clusters &= word >>> Integer.numberOfTrailingZeros(left);
        }
        return clusters;
    }

    @Override
    public String toString() {
        return Long.toHexString(first) + Arrays.toString(more);
    }
}
