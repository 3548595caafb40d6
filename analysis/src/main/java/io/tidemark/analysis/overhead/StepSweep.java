package io.tidemark.analysis.overhead;

import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.RowOrder;

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
        long[] room = new long[longest()];
        for (int channel = 0; channel < channels; channel++) {
            steps[2 * channel] = RowOrder.sorted(ups[channel].toArray(), room);
            steps[2 * channel + 1] = RowOrder.sorted(downs[channel].toArray(), room);
            ups[channel] = null;
            downs[channel] = null;
        }
        if (channels == 1) {
            walk(steps[0], steps[1], visitor);
        } else {
            walk(steps, visitor);
        }
    }

    private int longest() {
        int most = 0;
        for (LongColumn one : ups) {
            most = Math.max(most, one.size());
        }
        return most;
    }

    /** The most frequent case by itself: two lists and one count. */
    private static void walk(long[] ups, long[] downs, Visitor visitor) {
        int[] counts = new int[1];
        int up = 0;
        int down = 0;
        long now = Math.min(step(ups, 0), step(downs, 0));
        while (now != Long.MAX_VALUE) {
            while (up < ups.length && ups[up] == now) {
                up++;
                counts[0]++;
            }
            while (down < downs.length && downs[down] == now) {
                down++;
                counts[0]--;
            }
            long later = Math.min(step(ups, up), step(downs, down));
            if (later != Long.MAX_VALUE) {
                visitor.stretch(now, later, counts);
            }
            now = later;
        }
    }

    private static void walk(long[][] steps, Visitor visitor) {
        int[] at = new int[steps.length];
        long[] heads = new long[steps.length]; // the next step of each list
        long now = Long.MAX_VALUE;
        for (int list = 0; list < heads.length; list++) {
            heads[list] = step(steps[list], 0);
            now = Math.min(now, heads[list]);
        }
        int[] counts = new int[steps.length / 2];
        while (now != Long.MAX_VALUE) {
            long later = Long.MAX_VALUE;
            for (int list = 0; list < heads.length; list++) {
                if (heads[list] == now) {
                    int place = at[list];
                    do {
                        heads[list] = step(steps[list], ++place);
                        counts[list / 2] += list % 2 == 0 ? 1 : -1;
                    } while (heads[list] == now);
                    at[list] = place;
                }
                later = Math.min(later, heads[list]);
            }
            if (later != Long.MAX_VALUE) {
                visitor.stretch(now, later, counts);
            }
            now = later;
        }
    }

    /** A step of a list, behind all times after the last. */
    private static long step(long[] steps, int at) {
        return at < steps.length ? steps[at] : Long.MAX_VALUE;
    }
}
