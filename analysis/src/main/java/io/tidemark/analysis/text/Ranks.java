package io.tidemark.analysis.text;

/** Percentiles as every report states them. Pure. */
public final class Ranks {
    private Ranks() {}

    /** The least value that at least this share of the values does not exceed. */
    public static long of(long[] sorted, double share) {
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return sorted[Math.clamp(at, 0, sorted.length - 1)];
    }
}
