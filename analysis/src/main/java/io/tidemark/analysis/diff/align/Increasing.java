package io.tidemark.analysis.diff.align;

import java.util.Arrays;

/** The longest increasing subsequence. Pure. */
final class Increasing {
    private Increasing() {}

    /** Indices of a longest strictly increasing subsequence of the first {@code size} values. */
    static int[] longest(int[] values, int size) {
        int[] tails = new int[size]; // index of the least value that ends a chain of each length
        int[] before = new int[size];
        int length = 0;
        for (int index = 0; index < size; index++) {
            int low = 0;
            int high = length;
            if (length > 0 && values[tails[length - 1]] < values[index]) {
                low = length; // the usual case: the value extends the longest chain
            }
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (values[tails[middle]] < values[index]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[index] = low == 0 ? -1 : tails[low - 1];
            tails[low] = index;
            length = Math.max(length, low + 1);
        }
        int[] chain = new int[length];
        int index = length == 0 ? -1 : tails[length - 1];
        for (int at = length - 1; at >= 0; at--) {
            chain[at] = index;
            index = before[index];
        }
        return Arrays.copyOf(chain, length);
    }
}
