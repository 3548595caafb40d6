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

    /** Takes lengths one after the other; they are summed in that order. One thread, one use. */
    static final class Lengths {
        private final Moments moments;
        private final long[] keys;
        private int size;
        private double largest;
        private double sum;

        Lengths(int most, Moments moments) {
            this.moments = moments;
            keys = new long[most];
        }

        void add(double length) {
            double micros = moments.inMicros(length);
            largest = size == 0 ? micros : Math.max(largest, micros);
            keys[size++] = key(micros);
            sum += length;
        }

        Distribution distribution() {
            return new Distribution(this);
        }
    }

    private Distribution(Lengths lengths) {
        count = lengths.size;
        largest = lengths.largest;
        total = lengths.moments.inMicros(lengths.sum);
        atPercentile = new double[PERCENTILES.length];
        if (count > 0) {
            int[] ranks = Arrays.stream(PERCENTILES).map(this::rank).toArray();
            Selection.place(lengths.keys, count, ranks);
            Arrays.setAll(atPercentile, which -> value(lengths.keys[ranks[which]]));
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
