package io.tidemark.capture.swimlane;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.SparseLongColumn;

/**
 * Packed queue depths in four bytes a row: three of ten bits each; the few rows with a deeper queue
 * are kept apart. Part of {@link SchedulerPhases}; one thread fills it, any number may read after
 * that.
 */
final class DepthColumn {
    private static final int NONE = -1;
    private static final int DEEP = -2;
    private static final int SMALL = 1023;

    private final IntColumn small = new IntColumn(); // up to the last row that has depths
    private final SparseLongColumn deep = new SparseLongColumn();

    /** Sets the value of the row added last; rows of which nothing is said have none. */
    void set(int row, long packed) {
        if (packed == SchedulerPhases.NO_DEPTHS && row >= small.size()) {
            return;
        }
        while (small.size() <= row) {
            small.add(NONE);
        }
        if (packed == SchedulerPhases.NO_DEPTHS) {
            small.set(row, NONE);
            return;
        }
        int aic = SchedulerPhases.depth(packed, 0);
        int aiv = SchedulerPhases.depth(packed, 1);
        int mix = SchedulerPhases.depth(packed, 2);
        if (aic <= SMALL && aiv <= SMALL && mix <= SMALL) {
            small.set(row, (aic << 20) | (aiv << 10) | mix);
        } else {
            small.set(row, DEEP);
            deep.put(row, packed);
        }
    }

    long get(int row) {
        int value = row < small.size() ? small.get(row) : NONE;
        return switch (value) {
            case NONE -> SchedulerPhases.NO_DEPTHS;
            case DEEP -> deep.get(row);
            default -> SchedulerPhases.pack(value >>> 20, (value >>> 10) & SMALL, value & SMALL);
        };
    }
}
