package io.tidemark.runtime.tensormap;

import io.tidemark.abi.deps.Overlap;

/**
 * Takes the edges of one submit, in order: explicit ones, then per argument its creator and its
 * writers. A producer may be named more than once. Each call answers whether to go on; called by
 * the thread that infers.
 */
public interface EdgeSink {
    /** Flags as the caller gave them. */
    boolean explicit(long producer, int flags);

    /** WAIT and RETAIN: the argument is in memory that this task allocated. */
    boolean creator(long producer, int argument);

    /**
     * WAIT: the task wrote a region that the argument touches.
     *
     * @param entry the region in the map, valid during the call
     * @param overlap {@link Overlap#COVERED} or {@link Overlap#OTHER}
     */
    boolean modifier(long producer, int argument, int entry, Overlap overlap);
}
