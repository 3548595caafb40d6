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
    private static final int FEW = 256; // rows that are compared sooner than counted
    private static final int MOST_BITS = 44; // of values that are counted sooner than compared
    private static final long[] NOTHING = {};

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

    /** Sorts {@code rows[from..to)} by a key; equal keys keep their order. */
    public static void sort(int[] rows, int from, int to, IntToLongFunction key) {
        new ByKey().sort(rows, from, to, key);
    }

    /** The values in ascending order, in the array that was given. */
    public static long[] sorted(long[] values) {
        return sorted(values, NOTHING);
    }

    /** The same with room that the caller uses again; it is made here where it does not do. */
    public static long[] sorted(long[] values, long[] room) {
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
        long[] to = room.length < values.length ? new long[values.length] : room;
        long[] found = byDigits(values, to, values.length, lowest, 0, bits);
        if (found != values) {
            System.arraycopy(found, 0, values, 0, values.length);
        }
        return values;
    }

    /**
     * Sorts rows by keys; repeated sorts reuse the memory. A key minus the lowest key and the place
     * of its row form one number, so that only numbers are moved. One thread.
     */
    static final class ByKey {
        private long[] numbers = NOTHING;
        private long[] others = NOTHING;
        private int[] before = {};

        void sort(int[] rows, int from, int to, IntToLongFunction key) {
            if (isSorted(rows, from, to, key)) {
                return;
            }
            int size = to - from;
            room(size);
            long lowest = Long.MAX_VALUE;
            long highest = Long.MIN_VALUE;
            for (int at = 0; at < size; at++) {
                long own = key.applyAsLong(rows[from + at]);
                lowest = Math.min(lowest, own);
                highest = Math.max(highest, own);
                numbers[at] = own;
            }
            int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
            int keyBits = Long.SIZE - Long.numberOfLeadingZeros(highest - lowest);
            if (placeBits + keyBits >= Long.SIZE) { // also where the distance has no sign
                mergeSort(rows, from, to, byKey(key));
                return;
            }
            for (int at = 0; at < size; at++) {
                numbers[at] = numbers[at] - lowest << placeBits | at;
            }
            long[] sorted = numbers;
            if (size > FEW) {
                sorted = byDigits(numbers, others, size, 0, placeBits, placeBits + keyBits);
            } else {
                Arrays.sort(numbers, 0, size);
            }
            System.arraycopy(rows, from, before, 0, size);
            int place = (1 << placeBits) - 1;
            for (int at = 0; at < size; at++) {
                rows[from + at] = before[(int) sorted[at] & place];
            }
        }

        private void room(int size) {
            if (before.length < size) {
                numbers = new long[size];
                others = size > FEW ? new long[size] : NOTHING;
                before = new int[size];
            }
        }
    }

    private static RowComparator byKey(IntToLongFunction key) {
        return (row, other) -> Long.compare(key.applyAsLong(row), key.applyAsLong(other));
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

    /**
     * The first values in order of their distance from the lowest, of which the bits from {@code
     * first} to {@code end} count: the lowest digit first, each digit by counting. The answer is
     * one of the two arrays.
     */
    private static long[] byDigits(long[] values, long[] room, int size, long lowest, int first, int end) {
        long[] from = values;
        long[] to = room;
        int[][] starts = starts(values, size, lowest, first, end);
        int shift = first;
        for (int[] next : starts) {
            for (int at = 0; at < size; at++) {
                long value = from[at];
                to[next[digit(value - lowest, shift)]++] = value;
            }
            long[] swap = from;
            from = to;
            to = swap;
            shift += DIGIT_BITS;
        }
        return from;
    }

    /** For each digit, where the values with each of its figures begin. One pass over all. */
    private static int[][] starts(long[] values, int size, long lowest, int first, int end) {
        int[][] starts = new int[(end - first + DIGIT_BITS - 1) / DIGIT_BITS][DIGITS + 1];
        for (int at = 0; at < size; at++) {
            long distance = values[at] - lowest >>> first;
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

    private static void merge(int[] source, int[] target, int low, int middle, int high, RowComparator order) {
        if (middle >= high || order.compare(source[middle - 1], source[middle]) <= 0) {
            System.arraycopy(source, low, target, low, high - low);
            return;
        }
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = left < middle && (right >= high || order.compare(source[left], source[right]) <= 0);
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
