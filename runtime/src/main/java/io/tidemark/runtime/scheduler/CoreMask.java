package io.tidemark.runtime.scheduler;

/**
 * A set of up to 128 cores of one scheduler, three to a cluster. All shifts go through one place
 * that knows both words: a scheduler that owns 22 clusters needs the second. For one thread at a
 * time.
 */
final class CoreMask {
    static final int CAPACITY = 128;

    /** Bit 0 of every cluster, in each of the two words. */
    private static final long CLUSTERS_LOW = 0x9249_2492_4924_9249L;

    private static final long CLUSTERS_HIGH = 0x4924_9249_2492_4924L;

    private long low;
    private long high;

    void set(int core) {
        if (core < Long.SIZE) {
            low |= 1L << core;
        } else {
            high |= 1L << core;
        }
    }

    void clear(int core) {
        if (core < Long.SIZE) {
            low &= ~(1L << core);
        } else {
            high &= ~(1L << core);
        }
    }

    boolean has(int core) {
        return ((core < Long.SIZE ? low : high) >>> core & 1) != 0;
    }

    boolean isEmpty() {
        return (low | high) == 0;
    }

    int count() {
        return Long.bitCount(low) + Long.bitCount(high);
    }

    /** How many of these are also in the other set. */
    int countIn(CoreMask other) {
        return Long.bitCount(low & other.low) + Long.bitCount(high & other.high);
    }

    /** The lowest core in both sets, or -1. */
    int firstIn(CoreMask other) {
        long both = low & other.low;
        if (both != 0) {
            return Long.numberOfTrailingZeros(both);
        }
        both = high & other.high;
        return both == 0 ? -1 : Long.SIZE + Long.numberOfTrailingZeros(both);
    }

    /** The lowest core in both sets that is not below a number, or -1. */
    int nextIn(CoreMask other, int from) {
        long both = from < Long.SIZE ? low & other.low & -1L << from : 0;
        if (both != 0) {
            return Long.numberOfTrailingZeros(both);
        }
        int highFrom = Math.max(0, from - Long.SIZE);
        both = highFrom < Long.SIZE ? high & other.high & -1L << highFrom : 0;
        return both == 0 ? -1 : Long.SIZE + Long.numberOfTrailingZeros(both);
    }

    /** Becomes what is in either of two sets. */
    void union(CoreMask one, CoreMask other) {
        low = one.low | other.low;
        high = one.high | other.high;
    }

    /**
     * How many clusters have all these positions in the set. Other positions do not matter.
     *
     * @param positions bit p asks for the core at position p
     */
    int clusterCount(int positions) {
        return Long.bitCount(clustersLow(positions)) + Long.bitCount(clustersHigh(positions));
    }

    /** The first core of the first such cluster, or -1; the cluster may lie across both words. */
    int firstCluster(int positions) {
        long clusters = clustersLow(positions);
        if (clusters != 0) {
            return Long.numberOfTrailingZeros(clusters);
        }
        clusters = clustersHigh(positions);
        return clusters == 0 ? -1 : Long.SIZE + Long.numberOfTrailingZeros(clusters);
    }

    private long clustersLow(int positions) {
        long clusters = CLUSTERS_LOW;
        if ((positions & 1) != 0) {
            clusters &= low;
        }
        if ((positions & 2) != 0) {
            clusters &= low >>> 1 | high << Long.SIZE - 1;
        }
        if ((positions & 4) != 0) {
            clusters &= low >>> 2 | high << Long.SIZE - 2;
        }
        return clusters;
    }

    private long clustersHigh(int positions) {
        long clusters = CLUSTERS_HIGH;
        for (int position = 0; position < 3; position++) {
            if ((positions >>> position & 1) != 0) {
                clusters &= high >>> position;
            }
        }
        return clusters;
    }
}
