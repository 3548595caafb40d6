package io.tidemark.capture.column;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Sorts row numbers stably without boxing: by a key digit for digit, by any order by merging. Rows
 * already in order cost one pass. Pure.
 */
public final class RowOrder {
    private static final int DIGIT_BITS = 11; // the counters of a digit stay in the nearest cache
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int FEW = 256; // rows that are merged sooner than counted
    private static final int MOST_BITS = 44; // of values that are counted sooner than compared

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
        if (isSorted(rows, from, to, key)) {
            return;
        }
        int size = to - from;
        long[] keys = new long[size];
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (int at = 0; at < size; at++) {
            long own = key.applyAsLong(rows[from + at]);
            lowest = Math.min(lowest, own);
            highest = Math.max(highest, own);
            keys[at] = own;
        }
        if (size > FEW) {
            int[] order = Arrays.copyOfRange(rows, from, to);
            System.arraycopy(byDigits(keys, order, lowest, highest), 0, rows, from, size);
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

    private static boolean isSorted(int[] rows, int from, int to, IntToLongFunction key) {
        long before = Long.MIN_VALUE;
        for (int at = from; at < to; at++) {
            long own = key.applyAsLong(rows[at]);
            if (own < before) {
                return false;
            }
            before = own;
        }
        return true;
    }

    /** The rows by their keys, the lowest digit first, each digit by counting. Overwrites both. */
    private static int[] byDigits(long[] keys, int[] rows, long lowest, long highest) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest);
        long[] keysFrom = keys;
        int[] rowsFrom = rows;
        long[] keysTo = new long[keys.length];
        int[] rowsTo = new int[rows.length];
        for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
            int[] next = new int[DIGITS + 1];
            for (long key : keysFrom) {
                next[digit(key - lowest, shift) + 1]++;
            }
            for (int digit = 0; digit < DIGITS; digit++) {
                next[digit + 1] += next[digit];
            }
            for (int at = 0; at < keysFrom.length; at++) {
                int place = next[digit(keysFrom[at] - lowest, shift)]++;
                keysTo[place] = keysFrom[at];
                rowsTo[place] = rowsFrom[at];
            }
            long[] keySwap = keysFrom;
            keysFrom = keysTo;
            keysTo = keySwap;
            int[] rowSwap = rowsFrom;
            rowsFrom = rowsTo;
            rowsTo = rowSwap;
        }
        return rowsFrom;
    }

    /** The values in ascending order; overwrites them. */
    public static long[] sorted(long[] values) {
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        boolean isSorted = true;
        for (long value : values) {
            isSorted &= value >= highest;
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
        }
        if (isSorted) {
            return values;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest);
        if (values.length <= FEW || bits > MOST_BITS) {
            Arrays.sort(values);
            return values;
        }
        long[] from = values;
        long[] to = new long[values.length];
        int[][] starts = starts(values, lowest, bits);
        for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
            int[] next = starts[shift / DIGIT_BITS];
            for (long value : from) {
                to[next[digit(value - lowest, shift)]++] = value;
            }
            long[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    /** For each digit, where the values with each of its figures begin. One pass over all. */
    private static int[][] starts(long[] values, long lowest, int bits) {
        int[][] starts = new int[(bits + DIGIT_BITS - 1) / DIGIT_BITS][DIGITS + 1];
        for (long value : values) {
            long distance = value - lowest;
            for (int[] counts : starts) {
                counts[((int) distance & DIGITS - 1) + 1]++;
                distance >>>= DIGIT_BITS;
            }
        }
        for (int[] counts : starts) {
            for (int digit = 0; digit < DIGITS; digit++) {
                counts[digit + 1] += counts[digit];
            }
        }
        return starts;
    }

    private static int digit(long distance, int shift) {
        return (int) (distance >>> shift) & (DIGITS - 1);
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
