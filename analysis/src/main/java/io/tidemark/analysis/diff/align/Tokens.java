package io.tidemark.analysis.diff.align;

import io.tidemark.capture.column.LongIndex;

/** The colours of two sequences as small numbers, equal where the colours are. Immutable. */
record Tokens(int[] one, int[] other, int count) {
    static Tokens of(long[] one, long[] other) {
        LongIndex index = new LongIndex();
        int[] first = new int[one.length];
        for (int at = 0; at < one.length; at++) {
            first[at] = index.add(one[at]);
        }
        int known = index.size();
        int[] second = new int[other.length];
        for (int at = 0; at < other.length; at++) {
            int found = index.find(other[at]);
            second[at] = found == LongIndex.ABSENT ? known : found; // known: only in the second
        }
        return new Tokens(first, second, known + 1);
    }

    boolean isEqual(int at, int otherAt) {
        return one[at] == other[otherAt];
    }
}
