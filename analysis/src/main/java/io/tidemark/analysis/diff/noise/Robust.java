package io.tidemark.analysis.diff.noise;

import java.util.Arrays;

/** Centre and spread of numbers of which some may be far off. Pure; arguments are left alone. */
final class Robust {
    private static final double NORMAL = 1.4826; // of a median deviation to a standard deviation
    private static final double CUT = 2.5; // standard deviations beyond which a value counts less
    private static final int ROUNDS = 20;

    private Robust() {}

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The standard deviation that the median distance from the median stands for. */
    static double deviation(double[] values) {
        double centre = median(values);
        return NORMAL * median(Arrays.stream(values).map(v -> Math.abs(v - centre)).toArray());
    }

    /**
     * Huber's estimate of the centre: the mean, with far values drawn near. A median would not see
     * a change of less than the grain of the values.
     *
     * @param grain values closer than this are never far
     */
    static Estimate centre(double[] values, double grain) {
        double scale = Math.max(deviation(values), grain);
        double centre = median(values);
        if (scale == 0) { // more than half are equal: what is left is far or the same
            scale = Math.sqrt(variance(values));
            if (scale == 0) {
                return new Estimate(centre, 0);
            }
        }
        double cut = CUT * scale;
        for (int round = 0; round < ROUNDS; round++) {
            double sum = 0;
            for (double value : values) {
                sum += Math.clamp(value - centre, -cut, cut);
            }
            centre += sum / values.length;
        }
        double squares = 0;
        int near = 0;
        for (double value : values) {
            double drawn = Math.clamp(value - centre, -cut, cut);
            squares += drawn * drawn;
            near += Math.abs(value - centre) <= cut ? 1 : 0;
        }
        double share = Math.max(1.0 / values.length, (double) near / values.length);
        int degrees = Math.max(1, values.length - 1);
        return new Estimate(centre, Math.sqrt(squares / degrees / values.length) / share);
    }

    /**
     * A centre and how uncertain it is.
     *
     * @param error one standard error
     */
    record Estimate(double centre, double error) {}

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    /** With n - 1; 0 for a single value. */
    static double variance(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2 ? 0 : squares / (values.length - 1);
    }
}
