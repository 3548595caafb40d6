package io.tidemark.analysis.diff.noise;

import java.util.Arrays;

/** Centre and spread of numbers of which some may be far off. Pure; arguments are left alone. */
final class Robust {
    private static final double NORMAL = 1.4826; // of a median deviation to a standard deviation
    private static final double CUT = 0.5; // deviations; beyond, a value counts less
    private static final int ROUNDS = 50;
    private static final double ENOUGH = 1e-9; // of the cut, from one round to the next

    private Robust() {}

    static double median(double[] values) {
        return medianOf(values.clone());
    }

    /** The median of an array whose order is not kept. */
    private static double medianOf(double[] own) {
        int middle = own.length / 2;
        double high = ranked(own, middle);
        if (own.length % 2 == 1) {
            return high;
        }
        double low = own[0]; // smaller ranks are now in front
        for (int at = 1; at < middle; at++) {
            low = Math.max(low, own[at]);
        }
        return (low + high) / 2;
    }

    /** The value of a rank (Hoare's selection); smaller ones then stand before it. */
    private static double ranked(double[] values, int rank) {
        int from = 0;
        int to = values.length - 1;
        while (from < to) {
            double pivot = middleOf(values[from], values[(from + to) >>> 1], values[to]);
            int low = from;
            int high = to;
            while (low <= high) {
                while (values[low] < pivot) {
                    low++;
                }
                while (values[high] > pivot) {
                    high--;
                }
                if (low <= high) {
                    double swapped = values[low];
                    values[low++] = values[high];
                    values[high--] = swapped;
                }
            }
            if (rank <= high) {
                to = high;
            } else if (rank >= low) {
                from = low;
            } else {
                return values[rank];
            }
        }
        return values[rank];
    }

    private static double middleOf(double one, double two, double three) {
        return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
    }

    /** The mean without the outer quarter on each side: of three values the median. */
    static double midmean(double[] values) {
        double[] own = values.clone();
        Arrays.sort(own);
        int outer = (own.length + 1) / 4;
        return mean(Arrays.copyOfRange(own, outer, own.length - outer));
    }

    /** The standard deviation that the median distance from the median stands for. */
    static double deviation(double[] values) {
        double[] own = values.clone();
        return deviation(values, medianOf(own), own);
    }

    /** The same where the median is known; the array beside the values is used up. */
    private static double deviation(double[] values, double median, double[] own) {
        for (int at = 0; at < own.length; at++) {
            own[at] = Math.abs(values[at] - median);
        }
        return NORMAL * medianOf(own);
    }

    /**
     * Huber's estimate of the centre: the mean, with far values drawn near. They are drawn so near
     * that the long tail of runs in real time hardly moves it; a median would not see a change of
     * less than the grain of the values.
     *
     * @param grain values closer than this are never far
     */
    static Estimate centre(double[] values, double grain) {
        double[] own = values.clone();
        double centre = medianOf(own);
        double scale = Math.max(deviation(values, centre, own), grain);
        if (scale == 0) { // more than half are equal: what is left is far or the same
            scale = Math.sqrt(variance(values));
            if (scale == 0) {
                return new Estimate(centre, 0);
            }
        }
        double cut = Math.max(CUT * scale, grain);
        for (int round = 0; round < ROUNDS; round++) {
            double sum = 0;
            for (double value : values) {
                sum += Math.clamp(value - centre, -cut, cut);
            }
            double moved = centre + sum / values.length;
            boolean isThere = Math.abs(moved - centre) <= ENOUGH * cut;
            centre = moved;
            if (isThere) {
                break;
            }
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
