package io.tidemark.analysis.text;

import java.util.Arrays;

/**
 * Finds the values of a few ranks among many without sorting all of them: a million take a tenth of
 * the time. Pure but for the array it is given.
 */
public final class Selection {
    private static final int FEW = 64; // values that are sorted sooner than divided
    private static final int MOST_DIVISIONS = 64; // of an order that defies the choice of pivots

    private Selection() {}

    /**
     * Moves values so that each of these places has the value that it would have in the sorted
     * array.
     *
     * @param ranks places of the array, in ascending order
     */
    public static void place(long[] values, int... ranks) {
        place(values, values.length, ranks);
    }

    /** The same among the first {@code size} values. */
    public static void place(long[] values, int size, int[] ranks) {
        place(values, 0, size, ranks, 0, ranks.length, MOST_DIVISIONS);
    }

    private static void place(long[] values, int begin, int end, int[] ranks, int first, int last, int divisions) {
        int from = begin;
        int next = first;
        int left = divisions;
        while (next < last && end - from > 1) {
            if (end - from <= FEW || left == 0) {
                Arrays.sort(values, from, end);
                return;
            }
            left--;
            long pivot = median(values[from], values[(from + end) >>> 1], values[end - 1]);
            int less = from;
            int greater = end;
            for (int at = from; at < greater; ) {
                long value = values[at];
                if (value < pivot) {
                    values[at++] = values[less];
                    values[less++] = value;
                } else if (value > pivot) {
                    values[at] = values[--greater];
                    values[greater] = value;
                } else {
                    at++;
                }
            }
            int middle = next;
            while (middle < last && ranks[middle] < less) {
                middle++;
            }
            place(values, from, less, ranks, next, middle, left);
            while (middle < last && ranks[middle] < greater) {
                middle++; // equal to the pivot: in its place
            }
            next = middle;
            from = greater;
        }
    }

    private static long median(long one, long other, long third) {
        return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
    }
}
