package io.tidemark.analysis.diff.align;

import java.util.Arrays;

/** Pairs of tasks found so far, each task in at most one. One thread. */
final class Matching {
    static final int NONE = -1;

    private final int[] other;
    private final int[] one;
    private int size;

    Matching(int ones, int others) {
        other = new int[ones];
        one = new int[others];
        Arrays.fill(other, NONE);
        Arrays.fill(one, NONE);
    }

    void pair(int first, int second) {
        assert other[first] == NONE && one[second] == NONE : first + " " + second;
        other[first] = second;
        one[second] = first;
        size++;
    }

    /** Gives the counterpart of a task of the first sequence to another one of it. */
    void move(int from, int to) {
        int second = other[from];
        other[from] = NONE;
        other[to] = second;
        one[second] = to;
    }

    /** Gives the counterpart of a task of the second sequence to another one of it. */
    void moveOther(int from, int to) {
        int first = one[from];
        one[from] = NONE;
        one[to] = first;
        other[first] = to;
    }

    int ones() {
        return other.length;
    }

    int others() {
        return one.length;
    }

    int size() {
        return size;
    }

    /** The counterpart of a task of the first sequence, or {@link #NONE}. */
    int other(int first) {
        return other[first];
    }

    /** The counterpart of a task of the second sequence, or {@link #NONE}. */
    int one(int second) {
        return one[second];
    }

    boolean isOpen(int first) {
        return other[first] == NONE;
    }

    boolean isOtherOpen(int second) {
        return one[second] == NONE;
    }
}
