package io.tidemark.analysis.overhead;

import io.tidemark.capture.column.LongColumn;
import java.util.Arrays;

/**
 * Counts how many intervals of each channel cover each moment. Intervals are added in any order;
 * {@link #run} sorts the ends of each channel and walks all of them once. One thread.
 */
public final class StepSweep {
    private final LongColumn[] ups;
    private final LongColumn[] downs;

    /** Sees each stretch between two neighbouring steps. */
    public interface Visitor {
        /** {@code counts} holds one number per channel and is reused. */
        void stretch(long begin, long end, int[] counts);
    }

    public StepSweep(int channels) {
        ups = new LongColumn[channels];
        downs = new LongColumn[channels];
        for (int channel = 0; channel < channels; channel++) {
            ups[channel] = new LongColumn();
            downs[channel] = new LongColumn();
        }
    }

    /** Adds an interval; one that does not end after it begins is left out. */
    public void add(int channel, long begin, long end) {
        if (end > begin) {
            ups[channel].add(begin);
            downs[channel].add(end);
        }
    }

    /** Like {@link #add}, cut to a window. */
    public void addClamped(int channel, long begin, long end, long least, long most) {
        add(channel, Math.max(begin, least), Math.min(end, most));
    }

    /**
     * Visits every stretch in order of time; the moment of the last step begins none. Used once.
     */
    public void run(Visitor visitor) {
        int channels = ups.length;
        long[][] steps = new long[2 * channels][];
        for (int channel = 0; channel < channels; channel++) {
            steps[2 * channel] = sorted(ups[channel]);
            steps[2 * channel + 1] = sorted(downs[channel]);
            ups[channel] = null;
            downs[channel] = null;
        }
        if (channels == 1) {
            runOne(steps[0], steps[1], visitor);
            return;
        }
        int[] at = new int[steps.length];
        int[] counts = new int[channels];
        long now = next(steps, at);
        while (now != Long.MAX_VALUE) {
            for (int list = 0; list < steps.length; list++) {
                while (at[list] < steps[list].length && steps[list][at[list]] == now) {
                    counts[list / 2] += list % 2 == 0 ? 1 : -1;
                    at[list]++;
                }
            }
            long later = next(steps, at);
            if (later != Long.MAX_VALUE) {
                visitor.stretch(now, later, counts);
            }
            now = later;
        }
    }

    /** The same for one channel; intervals that begin and end are as many. */
    private static void runOne(long[] ups, long[] downs, Visitor visitor) {
        int[] counts = new int[1];
        int up = 0;
        int down = 0;
        while (down < downs.length) {
            long now = up < ups.length ? Math.min(ups[up], downs[down]) : downs[down];
            while (up < ups.length && ups[up] == now) {
                up++;
            }
            while (down < downs.length && downs[down] == now) {
                down++;
            }
            counts[0] = up - down;
            if (down < downs.length) {
                long later = up < ups.length ? Math.min(ups[up], downs[down]) : downs[down];
                if (later != Long.MAX_VALUE) {
                    visitor.stretch(now, later, counts);
                }
            }
        }
    }

    private static long[] sorted(LongColumn moments) {
        long[] sorted = moments.toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private static long next(long[][] steps, int[] at) {
        long least = Long.MAX_VALUE;
        for (int list = 0; list < steps.length; list++) {
            if (at[list] < steps[list].length) {
                least = Math.min(least, steps[list][at[list]]);
            }
        }
        return least;
    }
}
