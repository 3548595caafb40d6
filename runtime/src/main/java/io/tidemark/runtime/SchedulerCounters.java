package io.tidemark.runtime;

/**
 * What one scheduler did in a run.
 *
 * @param loops loop iterations
 * @param idleLoops iterations without progress
 * @param popHits tasks taken from a ready queue
 * @param popMisses looks into an empty ready queue
 */
public record SchedulerCounters(
        int scheduler,
        long loops,
        long idleLoops,
        long dispatched,
        long pendingDispatched,
        long completed,
        long popHits,
        long popMisses) {}
