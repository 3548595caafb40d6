package io.tidemark.analysis.diff.align;

import io.tidemark.capture.column.LongIndex;

/** The colours of two sequences as small numbers, equal where the colours are. Immutable. */
record Tokens(int[] one, int[] other, int count) {
    static Tokens of(long[] one, long[] other) {
        return of(one, other, new Gap(0, one.length, 0, other.length));
    }

    /** Only of a stretch; elsewhere the numbers mean nothing. */
    static Tokens of(long[] one, long[] other, Gap stretch) {
        LongIndex index = new LongIndex();
        int[] first = new int[one.length];
        for (int at = stretch.from(); at < stretch.to(); at++) {
            first[at] = index.add(one[at]);
        }
        int known = index.size();
        int[] second = new int[other.length];
        for (int at = stretch.otherFrom(); at < stretch.otherTo(); at++) {
            int found = index.find(other[at]);
            second[at] = found == LongIndex.ABSENT ? known : found; // known: only in the second
        }
        return new Tokens(first, second, known + 1);
    }

    boolean isEqual(int at, int otherAt) {
        return one[at] == other[otherAt];
    }
}
