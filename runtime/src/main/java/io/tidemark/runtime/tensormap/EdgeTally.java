package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.Overlap;

/**
 * Counts and digests the edges of one submit on their way to another sink, so that two look-ups of
 * the same submit can be compared without keeping either. The digest is a sum and does not depend
 * on the order. For the thread that infers; allocates nothing.
 */
public final class EdgeTally implements EdgeSink {
    private static final int EXPLICIT = 1;
    private static final int CREATOR = 2;
    private static final int MODIFIER = 3;

    private final EdgeSink next;
    private int edges;
    private long digest;

    public EdgeTally(EdgeSink next) {
        this.next = next;
    }

    /** Starts anew, for the next submit. */
    public void clear() {
        edges = 0;
        digest = 0;
    }

    public int edges() {
        return edges;
    }

    public long digest() {
        return digest;
    }

    @Override
    public boolean explicit(long producer, int flags) {
        add(producer, EXPLICIT, flags, 0);
        return next.explicit(producer, flags);
    }

    @Override
    public boolean creator(long producer, int argument) {
        add(producer, CREATOR, argument, 0);
        return next.creator(producer, argument);
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
        add(producer, MODIFIER, argument, overlap.code());
        return next.modifier(producer, argument, entry, overlap);
    }

    private void add(long producer, int source, int detail, int overlap) {
        edges++;
        digest += mix(producer ^ (long) source << 40 ^ (long) detail << 44 ^ (long) overlap << 60);
    }

    /** Spreads every bit over the word, so that sums of different edges differ. */
    private static long mix(long word) {
        long z = word * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
