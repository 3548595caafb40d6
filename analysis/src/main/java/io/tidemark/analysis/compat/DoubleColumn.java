package io.tidemark.analysis.compat;

import java.util.Arrays;

/** A growable array of doubles. One thread fills it; any number may read after that. */
final class DoubleColumn {
    private double[] values = new double[64];
    private int size;

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + size / 2 + 64);
        }
        values[size++] = value;
    }

    public double get(int row) {
        return values[row];
    }

    public int size() {
        return size;
    }

    /** Sorts the values upwards, in place. */
    public void sort() {
        Arrays.sort(values, 0, size);
    }
}
