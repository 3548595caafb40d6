package io.tidemark.runtime.task;

import io.tidemark.runtime.ring.DependencyPool;

/**
 * The first word of a task's list of consumers: a node, the end, or closed. Once the task is on its
 * cores and has told the consumers it had by then, the word is marked, so that a thread that links
 * later knows that it was not told. Pure.
 */
public final class FanoutHead {
    private static final long MARK = 1L << 62; // nodes leave the top bits free
    private static final long MARKED_END = -3;

    private FanoutHead() {}

    public static boolean isMarked(long head) {
        return head < 0 ? head == MARKED_END : (head & MARK) != 0;
    }

    static long marked(long head) {
        return head == DependencyPool.END ? MARKED_END : head | MARK;
    }

    /** The word without its mark. */
    public static long node(long head) {
        if (head >= 0) {
            return head & ~MARK;
        }
        return head == MARKED_END ? DependencyPool.END : head;
    }

    /** A new first node in front of this head, marked if the head is. */
    static long before(long head, long node) {
        return isMarked(head) ? node | MARK : node;
    }
}
