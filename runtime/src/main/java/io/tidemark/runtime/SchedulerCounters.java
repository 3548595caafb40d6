package io.tidemark.runtime;

/**
 * What one scheduler did in a run.
 *
 * @param loops loop iterations
 * @param idleLoops iterations without progress
 * @param dispatched kernel runs sent to cores
 * @param pendingDispatched those of them that were sent behind another one
 * @param subtasks kernel runs that ended on its cores
 * @param completed tasks it completed, those without a core included
 * @param dummies those of them that have no kernel
 * @param skipped those of them that did not run because of their predicate
 * @param popHits tasks taken from a ready queue
 * @param popMisses looks into an empty ready queue
 * @param localLaunches cohorts that started on its own cores alone
 * @param drains cohorts for which it made all schedulers stop
 * @param stagedBlocks blocks it put on cores before their task was ready
 */
public record SchedulerCounters(
        int scheduler,
        long loops,
        long idleLoops,
        long dispatched,
        long pendingDispatched,
        long subtasks,
        long completed,
        long dummies,
        long skipped,
        long popHits,
        long popMisses,
        long localLaunches,
        long drains,
        long stagedBlocks) {}
