package io.tidemark.analysis.pmu;

/**
 * Mean and spread of a stream of numbers, kept by Welford's method so that large counters lose no
 * digits. One thread adds; read afterwards.
 */
public final class Spread {
    private long count;
    private double mean;
    private double squares;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    public void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
        least = Math.min(least, value);
        most = Math.max(most, value);
    }

    public long count() {
        return count;
    }

    public double mean() {
        return count == 0 ? Double.NaN : mean;
    }

    /** Standard deviation of the sample; 0 for a single value. */
    public double deviation() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }

    public double least() {
        return count == 0 ? Double.NaN : least;
    }

    public double most() {
        return count == 0 ? Double.NaN : most;
    }
}
