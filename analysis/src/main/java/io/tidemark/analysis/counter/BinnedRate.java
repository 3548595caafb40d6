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
    private final long length;
    private final double[] amounts;
    private double total;

    BinnedRate(Makespan span) {
        begin = span.beginNanos();
        length = Math.clamp(span.nanos(), 1, 1L << 60); // damaged stamps may lie anywhere
        amounts = new double[Math.clamp(length / LEAST_BIN_NANOS, 1, MOST_BINS)];
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
            long low = bin == 0 ? from : Math.max(from, edge(bin));
            long high = bin == amounts.length - 1 ? to : Math.min(to, edge(bin + 1));
            amounts[bin] += amount * (high - low) / (to - from);
        }
    }

    /** Where a bin begins; behind the last one, where the run ends. */
    private long edge(int bin) {
        long bins = amounts.length;
        return begin + length / bins * bin + length % bins * bin / bins;
    }

    private int bin(long moment) {
        long shortest = Math.max(1, length / amounts.length);
        int bin = Math.clamp((moment - begin) / shortest, 0, amounts.length - 1);
        while (bin > 0 && edge(bin) > moment) {
            bin--;
        }
        return bin;
    }

    boolean isEmpty() {
        return total == 0;
    }

    CounterTrack build(String key, String name) {
        CounterBuilder steps = new CounterBuilder();
        for (int bin = 0; bin < amounts.length; bin++) {
            steps.add(edge(bin), amounts[bin] * 1e9 / (edge(bin + 1) - edge(bin)));
        }
        steps.add(edge(amounts.length), 0);
        return steps.build(key, name, CounterUnit.PER_SECOND, 0);
    }
}
