package io.tidemark.analysis.overhead;

import io.tidemark.analysis.text.Selection;
import io.tidemark.capture.model.Moments;
import java.util.Arrays;

/** The usual figures of a set of durations in microseconds. Immutable. */
public final class Distribution {
    /** The percentiles every report shows. */
    public static final int[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99};

    private final int count;
    private final double[] atPercentile; // in the order of PERCENTILES
    private final double largest;
    private final double total;

    /** Of lengths in any order, which are summed in that order. */
    static Distribution of(double[] lengths, Moments moments) {
        long[] keys = new long[lengths.length];
        double sum = 0;
        double largest = 0;
        for (int at = 0; at < lengths.length; at++) {
            double micros = moments.inMicros(lengths[at]);
            keys[at] = key(micros);
            largest = at == 0 ? micros : Math.max(largest, micros);
            sum += lengths[at];
        }
        return new Distribution(keys, largest, moments.inMicros(sum));
    }

    private Distribution(long[] keys, double largest, double total) {
        count = keys.length;
        this.largest = largest;
        this.total = total;
        atPercentile = new double[PERCENTILES.length];
        if (count > 0) {
            int[] ranks = Arrays.stream(PERCENTILES).map(this::rank).toArray();
            Selection.place(keys, ranks);
            Arrays.setAll(atPercentile, which -> value(keys[ranks[which]]));
        }
    }

    private int rank(int percent) {
        return (int) Math.min((long) count * percent / 100, count - 1);
    }

    /** A number whose order is that of the value. */
    private static long key(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE);
    }

    private static double value(long key) {
        return Double.longBitsToDouble(key ^ (key >> Long.SIZE - 1 & Long.MAX_VALUE));
    }

    public int count() {
        return count;
    }

    /** The value at one of {@link #PERCENTILES}, without interpolation; 0 for an empty set. */
    public double percentile(int percent) {
        return atPercentile[Arrays.binarySearch(PERCENTILES, percent)];
    }

    public double largest() {
        return largest;
    }

    public double mean() {
        return count == 0 ? 0 : total / count;
    }

    public double total() {
        return total;
    }
}
