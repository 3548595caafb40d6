package io.tidemark.runtime;

import io.tidemark.runtime.stall.Stall;
import java.util.List;

/**
 * How a run ended. Immutable.
 *
 * @param errorCode 0 or the code of the first error
 * @param sentence what happened, in one sentence
 * @param stall where the run stood, when the watchdog ended it; else null
 * @param submitted tasks submitted, alloc tasks included
 * @param completed tasks completed, alloc tasks included
 * @param allocated alloc tasks among them
 * @param arguments tensors and scalars of the submitted tasks that have a kernel and no predicate;
 *     -1 if it is not known
 * @param wallTicks wall time of the run: device clock from the start of the orchestration to the
 *     last completion
 * @param timings timing slots that some task used, in order
 * @param abandonedThreads names of threads left behind because user code on them does not return
 * @param cpuPercent of the time in which the threads that step the cores wanted a CPU, how much
 *     they had one; -1 when unknown
 * @param cause what user code threw, or null
 * @param notes what the user should know about how it ran, a sentence each
 */
public record RunResult(
        int errorCode,
        String errorName,
        String sentence,
        Stall stall,
        long submitted,
        long completed,
        long allocated,
        long arguments,
        long wallTicks,
        double wallMicros,
        List<SchedulerCounters> schedulers,
        List<TaskTiming> timings,
        List<String> abandonedThreads,
        int cpuPercent,
        Throwable cause,
        List<String> notes) {
    public RunResult {
        schedulers = List.copyOf(schedulers);
        timings = List.copyOf(timings);
        abandonedThreads = List.copyOf(abandonedThreads);
        notes = List.copyOf(notes);
    }

    /** Kernel runs on cores: blocks times kernels of every task that really ran. */
    public long subtasks() {
        return schedulers.stream().mapToLong(SchedulerCounters::subtasks).sum();
    }

    /** Those of them that schedulers sent to cores; others were taken by the cores themselves. */
    public long dispatched() {
        return schedulers.stream().mapToLong(SchedulerCounters::dispatched).sum();
    }

    /** Tasks without kernel that were completed. */
    public long dummies() {
        return schedulers.stream().mapToLong(SchedulerCounters::dummies).sum();
    }

    /** Tasks that were completed without running, because their predicate said no. */
    public long skipped() {
        return schedulers.stream().mapToLong(SchedulerCounters::skipped).sum();
    }

    /** Cohorts that fitted on the cores of one scheduler, so that the others went on. */
    public long localLaunches() {
        return schedulers.stream().mapToLong(SchedulerCounters::localLaunches).sum();
    }

    /** Cohorts for which all schedulers stopped dispatching. */
    public long drains() {
        return schedulers.stream().mapToLong(SchedulerCounters::drains).sum();
    }

    /** Blocks that were on their cores before their task was ready. */
    public long stagedBlocks() {
        return schedulers.stream().mapToLong(SchedulerCounters::stagedBlocks).sum();
    }

    public boolean isOk() {
        return errorCode == 0;
    }

    /** What a device program returns: minus the error code. */
    public int status() {
        return -errorCode;
    }

    public double tasksPerSecond() {
        return wallMicros > 0 ? completed / wallMicros * 1e6 : 0;
    }

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

    /**
     * What one timing slot holds after a run, counted from the start of the orchestration.
     * Immutable.
     *
     * @param subtasks blocks and kernels of all tasks timed in this slot
     * @param dispatchTicks earliest dispatch; 0 when a task of the slot did not finish
     * @param finishTicks latest finish; 0 when a task of the slot did not finish
     */
    public record TaskTiming(
            int slot, long subtasks, long dispatchTicks, long finishTicks, double dispatchMicros, double finishMicros) {
        public boolean isWhole() {
            return finishTicks > 0;
        }
    }
}
