package io.tidemark.capture.column;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Rows by the group they belong to, those of one group next to each other: the rows of group g are
 * at the positions from {@code begin(g)} to {@code end(g)}. A counting sort; eight bytes per group
 * and row. Immutable; any thread may ask.
 */
public final class RowGroups {
    /** The group of a row that belongs to none. */
    public static final int NONE = -1;

    private final int[] starts;
    private final int[] rows;

    private RowGroups(int[] starts, int[] rows) {
        this.starts = starts;
        this.rows = rows;
    }

    /** Rows 0..size-1 in {@code groups} groups, each group in order of row number. */
    public static RowGroups of(int groups, int size, IntUnaryOperator groupOf) {
        int[] starts = new int[groups + 1];
        for (int row = 0; row < size; row++) {
            int group = groupOf.applyAsInt(row);
            if (group != NONE) {
                starts[group + 1]++;
            }
        }
        for (int group = 0; group < groups; group++) {
            starts[group + 1] += starts[group];
        }
        int[] next = Arrays.copyOf(starts, groups);
        int[] rows = new int[starts[groups]];
        for (int row = 0; row < size; row++) {
            int group = groupOf.applyAsInt(row);
            if (group != NONE) {
                rows[next[group]++] = row;
            }
        }
        return new RowGroups(starts, rows);
    }

    /** The same groups, each in order of a key; equal keys keep their order. */
    public RowGroups sortedBy(IntToLongFunction key) {
        int[] sorted = rows.clone();
        RowOrder.ByKey order = new RowOrder.ByKey();
        for (int group = 0; group < count(); group++) {
            order.sort(sorted, starts[group], starts[group + 1], key);
        }
        return new RowGroups(starts, sorted);
    }

    /** The same groups, each in any order. */
    public RowGroups ordered(RowOrder.RowComparator order) {
        int[] sorted = rows.clone();
        for (int group = 0; group < count(); group++) {
            RowOrder.sort(sorted, starts[group], starts[group + 1], order);
        }
        return new RowGroups(starts, sorted);
    }

    /** How many groups there are. */
    public int count() {
        return starts.length - 1;
    }

    /** Position of the first row of a group. */
    public int begin(int group) {
        return starts[group];
    }

    /** Position behind the last one. */
    public int end(int group) {
        return starts[group + 1];
    }

    public boolean isEmpty(int group) {
        return starts[group] == starts[group + 1];
    }

    /** The row at a position. */
    public int row(int at) {
        return rows[at];
    }
}
