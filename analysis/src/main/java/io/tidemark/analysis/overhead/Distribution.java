package io.tidemark.analysis.overhead;

import java.util.Arrays;

/** A sorted set of durations in microseconds and its usual figures. Immutable. */
public final class Distribution {
    /** The percentiles every report shows. */
    public static final int[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99};

    private final double[] sorted;
    private final double total;

    /** Takes the values in any order, sums them in that order, and keeps the array as its own. */
    public Distribution(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        total = sum;
        sorted = values;
        Arrays.sort(sorted);
    }

    /** Of durations in nanoseconds; their sum is exact. */
    static Distribution ofNanos(long[] nanos) {
        double[] micros = new double[nanos.length];
        long sum = 0;
        for (int at = 0; at < nanos.length; at++) {
            micros[at] = nanos[at] / 1000.0;
            sum += nanos[at];
        }
        Arrays.sort(micros);
        return new Distribution(micros, sum / 1000.0);
    }

    private Distribution(double[] sorted, double total) {
        this.sorted = sorted;
        this.total = total;
    }

    public int count() {
        return sorted.length;
    }

    /** The value at a percentile, without interpolation; 0 for an empty set. */
    public double percentile(int percent) {
        if (sorted.length == 0) {
            return 0;
        }
        long at = (long) sorted.length * percent / 100;
        return sorted[(int) Math.min(at, sorted.length - 1)];
    }

    public double largest() {
        return sorted.length == 0 ? 0 : sorted[sorted.length - 1];
    }

    public double mean() {
        return sorted.length == 0 ? 0 : total / sorted.length;
    }

    public double total() {
        return total;
    }
}
