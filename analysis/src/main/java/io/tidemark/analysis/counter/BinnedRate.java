package io.tidemark.analysis.counter;

import io.tidemark.analysis.coretime.Makespan;

/**
 * How much of something there was per second, as the mean of equal bins over a run. Amounts are
 * spread evenly over the time they took. One thread.
 */
final class BinnedRate {
    private static final int MOST_BINS = 2048;
    private static final long LEAST_BIN_NANOS = 1000; // shorter bins show single events as spikes

    private final long begin;
    private final long binNanos;
    private final double[] amounts;
    private double total;

    BinnedRate(Makespan span) {
        begin = span.beginNanos();
        long length = Math.clamp(span.nanos(), 1, 1L << 60); // damaged stamps may lie anywhere
        binNanos = Math.max(LEAST_BIN_NANOS, (length + MOST_BINS - 1) / MOST_BINS);
        amounts = new double[(int) ((length + binNanos - 1) / binNanos)];
    }

    /** Something at one moment; what lies outside the run counts in its first or last bin. */
    void add(long moment, double amount) {
        amounts[bin(moment)] += amount;
        total += amount;
    }

    /** Something that took from one moment to another. */
    void add(long from, long to, double amount) {
        if (to <= from) {
            add(from, amount);
            return;
        }
        int last = bin(to - 1);
        total += amount;
        for (int bin = bin(from); bin <= last; bin++) {
            long low = bin == 0 ? from : Math.max(from, begin + bin * binNanos);
            long high = bin == amounts.length - 1 ? to : Math.min(to, begin + (bin + 1) * binNanos);
            amounts[bin] += amount * (high - low) / (to - from);
        }
    }

    private int bin(long moment) {
        return Math.clamp((moment - begin) / binNanos, 0, amounts.length - 1);
    }

    boolean isEmpty() {
        return total == 0;
    }

    CounterTrack build(String key, String name) {
        CounterBuilder steps = new CounterBuilder();
        for (int bin = 0; bin < amounts.length; bin++) {
            steps.add(begin + bin * binNanos, amounts[bin] * 1e9 / binNanos);
        }
        steps.add(begin + amounts.length * binNanos, 0);
        return steps.build(key, name, CounterUnit.PER_SECOND, 0);
    }
}
