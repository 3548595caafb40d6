package io.tidemark.runtime.task;

/**
 * The first word of a task's list of consumers: a node, the end, or closed. Once the task is on its
 * cores and has told the consumers it had by then, the word is marked, so that a thread that links
 * later knows that it was not told. Pure.
 */
public final class FanoutHead {
    /** Nodes have the top bits clear, the end has them set: a mark makes the two differ. */
    private static final long MARK = 1L << 62;

    private FanoutHead() {}

    public static boolean isMarked(long head) {
        return (head ^ head << 1) < 0;
    }

    static long marked(long head) {
        return head ^ MARK;
    }

    /** The word without its mark. */
    public static long node(long head) {
        return isMarked(head) ? head ^ MARK : head;
    }

    /** A new first node in front of this head, marked if the head is. */
    static long before(long head, long node) {
        return isMarked(head) ? node ^ MARK : node;
    }
}
