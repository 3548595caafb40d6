package io.tidemark.runtime.stall;

/**
 * How full a ring was when a run ended. Immutable.
 *
 * @param liveTasks tasks that were not reclaimed
 * @param heldByScope its oldest live task could not be reclaimed before a scope closed
 */
public record RingUse(
        int ring, int mostTasks, long liveTasks, boolean heldByScope, long heapUsedBytes, long heapBytes) {}
