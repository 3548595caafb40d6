package io.tidemark.runtime.scheduler;

import java.util.function.LongUnaryOperator;

/**
 * Tells the long walks over the consumers of a complete task from the short ones, which are not
 * worth two looks at the clock. For the thread that walks.
 */
public final class LongWalks {
    private static final int CONSUMERS = 8; // no more take no microsecond

    private final LongUnaryOperator next;
    private final long end;

    /**
     * @param next what follows a consumer in its list
     * @param end what follows the last
     */
    public LongWalks(LongUnaryOperator next, long end) {
        this.next = next;
        this.end = end;
    }

    /** Looks ahead, which is safe: a consumer that was not told yet keeps its place in the list. */
    public boolean isLong(long first) {
        long node = first;
        for (int i = 0; i < CONSUMERS && node != end; i++) {
            node = next.applyAsLong(node);
        }
        return node != end;
    }
}
