package io.tidemark.analysis.join;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Sorts row numbers by time without boxing. Pure. */
public final class TimeOrder {
    private TimeOrder() {}

    /** Sorts {@code rows[from..to)} stably by {@code begin}. */
    public static void sort(int[] rows, int from, int to, IntToDoubleFunction begin) {
        boolean sorted = true;
        for (int at = from + 1; at < to && sorted; at++) {
            sorted = begin.applyAsDouble(rows[at - 1]) <= begin.applyAsDouble(rows[at]);
        }
        if (!sorted) {
            mergeSort(rows, from, to, begin);
        }
    }

    private static void mergeSort(int[] rows, int from, int to, IntToDoubleFunction begin) {
        int size = to - from;
        int[] source = Arrays.copyOfRange(rows, from, to);
        int[] target = new int[size];
        for (int width = 1; width < size; width *= 2) {
            for (int low = 0; low < size; low += 2 * width) {
                merge(source, target, low, Math.min(low + width, size), Math.min(low + 2 * width, size), begin);
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, rows, from, size);
    }

    private static void merge(
            int[] source, int[] target, int low, int middle, int high, IntToDoubleFunction begin) {
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft =
                    left < middle
                            && (right >= high
                                    || begin.applyAsDouble(source[left])
                                            <= begin.applyAsDouble(source[right]));
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
