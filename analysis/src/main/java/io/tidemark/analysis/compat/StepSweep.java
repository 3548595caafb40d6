package io.tidemark.analysis.compat;

/**
 * Counts how many intervals of each channel cover each moment. Intervals are added in any order;
 * {@link #run} sorts the ends of each channel and walks all of them once. One thread.
 */
public final class StepSweep {
    private final DoubleColumn[] ups;
    private final DoubleColumn[] downs;

    /** Sees each stretch between two neighbouring steps. */
    public interface Visitor {
        /** {@code counts} holds one number per channel and is reused. */
        void stretch(double begin, double end, int[] counts);
    }

    public StepSweep(int channels) {
        ups = new DoubleColumn[channels];
        downs = new DoubleColumn[channels];
        for (int channel = 0; channel < channels; channel++) {
            ups[channel] = new DoubleColumn();
            downs[channel] = new DoubleColumn();
        }
    }

    /** Adds an interval; one that does not end after it begins is left out. */
    public void add(int channel, double begin, double end) {
        if (end > begin) {
            ups[channel].add(begin);
            downs[channel].add(end);
        }
    }

    /** As {@link #add}, cut to a window. */
    public void addClamped(int channel, double begin, double end, double least, double most) {
        add(channel, Math.max(begin, least), Math.min(end, most));
    }

    /**
     * Visits every stretch in order of time; the moment of the last step begins none. Used once.
     */
    public void run(Visitor visitor) {
        int channels = ups.length;
        DoubleColumn[] steps = new DoubleColumn[2 * channels];
        for (int channel = 0; channel < channels; channel++) {
            ups[channel].sort();
            downs[channel].sort();
            steps[2 * channel] = ups[channel];
            steps[2 * channel + 1] = downs[channel];
        }
        int[] at = new int[steps.length];
        int[] counts = new int[channels];
        double now = next(steps, at);
        while (now != Double.POSITIVE_INFINITY) {
            for (int list = 0; list < steps.length; list++) {
                while (at[list] < steps[list].size() && steps[list].get(at[list]) == now) {
                    counts[list / 2] += list % 2 == 0 ? 1 : -1;
                    at[list]++;
                }
            }
            double later = next(steps, at);
            if (later != Double.POSITIVE_INFINITY) {
                visitor.stretch(now, later, counts);
            }
            now = later;
        }
    }

    private static double next(DoubleColumn[] steps, int[] at) {
        double least = Double.POSITIVE_INFINITY;
        for (int list = 0; list < steps.length; list++) {
            if (at[list] < steps[list].size()) {
                least = Math.min(least, steps[list].get(at[list]));
            }
        }
        return least;
    }
}
