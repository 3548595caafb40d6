package io.tidemark.analysis.overhead;

import io.tidemark.capture.model.Moments;
import java.util.Arrays;

/** A sorted set of durations in microseconds and its usual figures. Immutable. */
public final class Distribution {
    /** The percentiles every report shows. */
    public static final int[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99};

    private final double[] sorted;
    private final double total;

    /** Of lengths in any order, which are summed in that order. */
    static Distribution of(double[] lengths, Moments moments) {
        double[] micros = new double[lengths.length];
        double sum = 0;
        for (int at = 0; at < lengths.length; at++) {
            micros[at] = moments.inMicros(lengths[at]);
            sum += lengths[at];
        }
        Arrays.sort(micros);
        return new Distribution(micros, moments.inMicros(sum));
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
