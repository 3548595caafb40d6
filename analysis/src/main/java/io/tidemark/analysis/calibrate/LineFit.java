package io.tidemark.analysis.calibrate;

import io.tidemark.capture.column.LongColumn;
import java.util.Arrays;

/**
 * A sum of costs, fitted to samples by least squares: {@code time = base + each * count + ...},
 * where no cost is negative. Add samples, then {@link #solve}. One thread.
 */
final class LineFit {
    private static final int FEWEST = 8; // samples below which nothing is claimed
    private static final double SINGULAR = 1e-9;

    private final int terms;
    private final double[][] normal;
    private final double[] right;
    private final LongColumn values = new LongColumn(); // terms and time of each sample
    private int samples;
    private double[] costs;

    /**
     * @param counts how many amounts a sample has beside its time
     */
    LineFit(int counts) {
        terms = counts + 1;
        normal = new double[terms][terms];
        right = new double[terms];
    }

    /** One sample: how long it took, and how much there was of each. */
    void add(double nanos, double... counts) {
        double[] row = new double[terms];
        row[0] = 1;
        System.arraycopy(counts, 0, row, 1, counts.length);
        for (int i = 0; i < terms; i++) {
            for (int j = 0; j < terms; j++) {
                normal[i][j] += row[i] * row[j];
            }
            right[i] += row[i] * nanos;
            values.add(Double.doubleToRawLongBits(row[i]));
        }
        values.add(Double.doubleToRawLongBits(nanos));
        samples++;
    }

    int samples() {
        return samples;
    }

    /** False when there are too few samples to say anything. */
    boolean solve() {
        if (samples < FEWEST) {
            return false;
        }
        boolean[] used = new boolean[terms];
        Arrays.fill(used, true);
        while (true) {
            costs = solve(used);
            int worst = -1;
            for (int i = 0; i < terms; i++) {
                if (costs[i] < 0 && (worst < 0 || costs[i] < costs[worst])) {
                    worst = i;
                }
            }
            if (worst < 0) {
                return true;
            }
            used[worst] = false; // a cost cannot be negative: it is none
        }
    }

    /** The cost that every sample has. */
    double base() {
        return costs[0];
    }

    /** The cost of each of one amount. */
    double each(int count) {
        return costs[count + 1];
    }

    /** Half of the samples are predicted within this many percent. */
    double medianErrorPercent() {
        double[] errors = new double[samples];
        for (int sample = 0; sample < samples; sample++) {
            int at = sample * (terms + 1);
            double predicted = 0;
            for (int i = 0; i < terms; i++) {
                predicted += costs[i] * Double.longBitsToDouble(values.get(at + i));
            }
            double measured = Double.longBitsToDouble(values.get(at + terms));
            errors[sample] = 100 * Math.abs(predicted - measured) / Math.max(1, measured);
        }
        Arrays.sort(errors);
        return errors[samples / 2];
    }

    /** Gauss elimination over the terms that are used; a term that tells nothing new costs 0. */
    private double[] solve(boolean[] used) {
        double[][] a = new double[terms][];
        for (int i = 0; i < terms; i++) {
            a[i] = Arrays.copyOf(normal[i], terms + 1);
            a[i][terms] = right[i];
        }
        boolean[] pivoted = new boolean[terms];
        for (int column = 0; column < terms; column++) {
            if (!used[column] || Math.abs(a[column][column]) <= SINGULAR * normal[column][column]) {
                continue;
            }
            pivoted[column] = true;
            for (int row = 0; row < terms; row++) {
                if (row != column && used[row]) {
                    double factor = a[row][column] / a[column][column];
                    for (int k = 0; k <= terms; k++) {
                        a[row][k] -= factor * a[column][k];
                    }
                }
            }
        }
        double[] solved = new double[terms];
        for (int i = 0; i < terms; i++) {
            solved[i] = pivoted[i] ? a[i][terms] / a[i][i] : 0;
        }
        return solved;
    }
}
