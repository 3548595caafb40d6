package io.tidemark.analysis.text;

import java.util.Arrays;

/** Percentiles as every report states them. Pure. */
public final class Ranks {
    private Ranks() {}

    /** The least value that at least this share of the values does not exceed. */
    public static long of(long[] sorted, double share) {
        return sorted[rank(sorted.length, share)];
    }

    /** Orders values no further than {@link #of} needs it for these shares, which ascend. */
    public static void place(long[] values, double... shares) {
        int[] ranks = new int[values.length == 0 ? 0 : shares.length];
        Arrays.setAll(ranks, which -> rank(values.length, shares[which]));
        Selection.place(values, ranks);
    }

    private static int rank(int count, double share) {
        return Math.clamp((int) Math.ceil(share * count) - 1, 0, count - 1);
    }
}
