package io.tidemark.analysis.counter;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import java.util.Arrays;

/**
 * Collects the steps of one counter in order of time. Of several steps at one moment the last one
 * counts, and a step that changes nothing is left out. One thread.
 */
final class CounterBuilder {
    private final LongColumn nanos = new LongColumn();
    private IntColumn rows; // null while no step stands for a row
    private float[] values = new float[64];

    void add(long moment, double value) {
        add(moment, value, CounterTrack.NO_ROW);
    }

    void add(long moment, double value, int row) {
        int size = nanos.size();
        if (size > 0 && nanos.get(size - 1) >= moment) {
            nanos.truncate(--size);
            if (rows != null) {
                rows.truncate(size);
            }
            add(moment, value, row); // it may now repeat the step before
            return;
        }
        boolean isSame = size > 0 && values[size - 1] == (float) value;
        if (isSame && row == CounterTrack.NO_ROW) {
            return;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size] = (float) value;
        nanos.add(moment);
        if (rows != null || row != CounterTrack.NO_ROW) {
            rowOfLast(row);
        }
    }

    private void rowOfLast(int row) {
        rows = rows == null ? new IntColumn() : rows;
        while (rows.size() < nanos.size() - 1) {
            rows.add(CounterTrack.NO_ROW);
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return nanos.size() == 0;
    }

    CounterTrack build(String key, String name, CounterUnit unit, double capacity) {
        int size = nanos.size();
        int[] known = new int[rows == null ? 0 : size];
        boolean hasRows = false;
        for (int step = 0; step < known.length; step++) {
            known[step] = rows.get(step);
            hasRows |= known[step] != CounterTrack.NO_ROW;
        }
        return new CounterTrack(
                key, name, unit, capacity, nanos.toArray(), Arrays.copyOf(values, size), hasRows ? known : new int[0]);
    }
}
