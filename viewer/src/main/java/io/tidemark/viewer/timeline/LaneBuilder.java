package io.tidemark.viewer.timeline;

import io.tidemark.capture.column.RowOrder;
import java.util.Arrays;

/**
 * Collects the spans of one lane in any order and sorts them by begin once. One thread. A span that
 * ends before it begins is drawn as a mark at its begin: the times are damaged, the fact that it
 * was there is not.
 */
public final class LaneBuilder {
    private static final int FIRST_CAPACITY =
            16; // taken with the first span: most lanes of a wide chip may be idle

    private final LaneKind kind;
    private final String label;
    private long[] begin = {};
    private long[] end = {};
    private int[] name = {};
    private int[] reference = {};
    private int size;
    private boolean sorted = true;

    public LaneBuilder(LaneKind kind, String label) {
        this.kind = kind;
        this.label = label;
    }

    public int size() {
        return size;
    }

    public void add(long beginNanos, long endNanos, int nameIndex, int referenceIndex) {
        if (size == begin.length) {
            grow();
        }
        sorted &= size == 0 || begin[size - 1] <= beginNanos;
        begin[size] = beginNanos;
        end[size] = Math.max(beginNanos, endNanos);
        name[size] = nameIndex;
        reference[size] = referenceIndex;
        size++;
    }

    private void grow() {
        int capacity = Math.max(FIRST_CAPACITY, size * 2);
        begin = Arrays.copyOf(begin, capacity);
        end = Arrays.copyOf(end, capacity);
        name = Arrays.copyOf(name, capacity);
        reference = Arrays.copyOf(reference, capacity);
    }

    public Lane build() {
        if (sorted) {
            return new Lane(
                    kind,
                    label,
                    Arrays.copyOf(begin, size),
                    Arrays.copyOf(end, size),
                    Arrays.copyOf(name, size),
                    Arrays.copyOf(reference, size));
        }
        int[] order = RowOrder.by(size, at -> begin[at]);
        long[] sortedBegin = new long[size];
        long[] sortedEnd = new long[size];
        int[] sortedName = new int[size];
        int[] sortedReference = new int[size];
        for (int at = 0; at < size; at++) {
            sortedBegin[at] = begin[order[at]];
            sortedEnd[at] = end[order[at]];
            sortedName[at] = name[order[at]];
            sortedReference[at] = reference[order[at]];
        }
        return new Lane(kind, label, sortedBegin, sortedEnd, sortedName, sortedReference);
    }
}
