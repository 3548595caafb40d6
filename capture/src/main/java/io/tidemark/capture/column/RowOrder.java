package io.tidemark.capture.column;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Sorts row numbers stably without boxing; rows already in order cost one pass. Pure. */
public final class RowOrder {
    private RowOrder() {}

    /** Compares two rows like a comparator. */
    public interface RowComparator {
        int compare(int row, int other);
    }

    /** Rows {@code 0..size-1} by a key that does not fall; equal keys keep their order. */
    public static int[] by(int size, IntToLongFunction key) {
        int[] rows = new int[size];
        for (int row = 0; row < size; row++) {
            rows[row] = row;
        }
        sort(rows, 0, size, key);
        return rows;
    }

    /** Sorts {@code rows[from..to)} by a key. */
    public static void sort(int[] rows, int from, int to, IntToLongFunction key) {
        int size = to - from;
        long[] keys = new long[size];
        boolean sorted = true;
        for (int at = 0; at < size; at++) {
            keys[at] = key.applyAsLong(rows[from + at]);
            sorted &= at == 0 || keys[at - 1] <= keys[at];
        }
        if (sorted) {
            return;
        }
        int[] order = new int[size];
        for (int at = 0; at < size; at++) {
            order[at] = at;
        }
        mergeSort(order, 0, size, (row, other) -> Long.compare(keys[row], keys[other]));
        int[] copy = Arrays.copyOfRange(rows, from, to);
        for (int at = 0; at < size; at++) {
            rows[from + at] = copy[order[at]];
        }
    }

    /** Sorts {@code rows[from..to)} by any order. */
    public static void sort(int[] rows, int from, int to, RowComparator order) {
        boolean sorted = true;
        for (int at = from + 1; at < to && sorted; at++) {
            sorted = order.compare(rows[at - 1], rows[at]) <= 0;
        }
        if (!sorted) {
            mergeSort(rows, from, to, order);
        }
    }

    private static void mergeSort(int[] rows, int from, int to, RowComparator order) {
        int size = to - from;
        int[] source = Arrays.copyOfRange(rows, from, to);
        int[] target = new int[size];
        for (long width = 1; width < size; width *= 2) {
            for (long low = 0; low < size; low += 2 * width) {
                int middle = (int) Math.min(low + width, size);
                int high = (int) Math.min(low + 2 * width, size);
                merge(source, target, (int) low, middle, high, order);
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, rows, from, size);
    }

    private static void merge(
            int[] source, int[] target, int low, int middle, int high, RowComparator order) {
        if (middle >= high || order.compare(source[middle - 1], source[middle]) <= 0) {
            System.arraycopy(source, low, target, low, high - low);
            return;
        }
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft =
                    left < middle
                            && (right >= high || order.compare(source[left], source[right]) <= 0);
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
