package io.tidemark.analysis.counter;

import java.util.Arrays;

/**
 * One quantity over time: a step function on the axis of the capture. A value holds from its moment
 * to the next one; before the first moment the quantity is not known. Immutable; any thread may
 * read. Made by {@link CounterBuilder}.
 */
public final class CounterTrack {
    /** In place of a reference: the step stands for no row. */
    public static final int NO_ROW = -1;

    private final String key;
    private final String name;
    private final CounterUnit unit;
    private final double capacity;
    private final long[] nanos;
    private final float[] values;
    private final int[] rows;

    CounterTrack(String key, String name, CounterUnit unit, double capacity, long[] nanos, float[] values, int[] rows) {
        this.key = key;
        this.name = name;
        this.unit = unit;
        this.capacity = capacity;
        this.nanos = nanos;
        this.values = values;
        this.rows = rows;
    }

    /** The name for programs, unique in a capture. */
    public String key() {
        return key;
    }

    /** The name for people. */
    public String name() {
        return name;
    }

    public CounterUnit unit() {
        return unit;
    }

    /** What the quantity cannot exceed, 0 when there is no such bound. */
    public double capacity() {
        return capacity;
    }

    /** Number of steps. */
    public int size() {
        return nanos.length;
    }

    public long nanos(int step) {
        return nanos[step];
    }

    public double value(int step) {
        return values[step];
    }

    /** The row of the source a step was read from, {@link #NO_ROW} when it was counted. */
    public int row(int step) {
        return rows.length == 0 ? NO_ROW : rows[step];
    }

    /** Whether steps stand for rows. */
    public boolean hasRows() {
        return rows.length > 0;
    }

    /** The step in force at a moment, -1 before the first. */
    public int at(long moment) {
        int found = Arrays.binarySearch(nanos, moment);
        return found >= 0 ? found : -found - 2;
    }

    public double highest() {
        float most = 0;
        for (float value : values) {
            most = value > most ? value : most; // no value is a NaN
        }
        return most;
    }

    /**
     * This quantity with at most {@code most} steps. Each step replaces a group of consecutive
     * steps; all groups but the last are equally large. A step begins at the first step of its
     * group and has the highest value of the group, at least 0.
     */
    public CounterTrack thinned(int most) {
        int stride = Math.max(1, (nanos.length + most - 1) / most);
        if (stride == 1) {
            return this;
        }
        int size = (nanos.length + stride - 1) / stride;
        long[] moments = new long[size];
        float[] peaks = new float[size];
        for (int step = 0; step < nanos.length; step++) {
            int stretch = step / stride;
            moments[stretch] = nanos[stretch * stride];
            peaks[stretch] = Math.max(peaks[stretch], values[step]);
        }
        return new CounterTrack(key, name, unit, capacity, moments, peaks, new int[0]);
    }

    /** Least, greatest and mean value over a window; null where nothing of it is known. */
    public Spread over(long from, long to) {
        int step = Math.max(0, at(from));
        float least = Float.POSITIVE_INFINITY;
        float greatest = Float.NEGATIVE_INFINITY;
        double area = 0;
        long known = 0;
        for (; step < nanos.length && nanos[step] < to; step++) {
            long begin = Math.max(from, nanos[step]);
            long end = Math.min(to, step + 1 < nanos.length ? nanos[step + 1] : to);
            float value = values[step];
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            area += (double) value * (end - begin);
            known += end - begin;
        }
        return known == 0 ? null : new Spread(least, greatest, area / known);
    }

    /** How a quantity spread over a window. */
    public record Spread(double least, double greatest, double mean) {}
}
