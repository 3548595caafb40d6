package io.tidemark.runtime.team;

import io.tidemark.chip.Chip;
import io.tidemark.chip.CoreProbe;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Where a scheduler tells what it did. Called by the thread that steps the scheduler; it must
 * neither wait nor throw. A scheduler without one reads no clock.
 */
public interface SchedulerProbe {
    /** The chip of the run that begins; once, before anything else. */
    default void attach(Chip chip) {}

    /**
     * Whether everything that one step may tell has room. Asked before the step has any effect; on
     * false the step makes no progress, and that is no sign of a hang.
     */
    boolean hasRoom();

    /** One loop iteration begins. */
    void loopBegin(long iteration);

    /** A core's answer was read, acknowledgement or finish. */
    void observed(int core, int token);

    /**
     * Whether a task may go to cores now. Asked before its first token is made; for a task of many blocks, before any
     * block is given out. On false it is asked again in a later step. A false is no sign of a hang.
     */
    default boolean mayDispatch(TaskSlot task) {
        return true;
    }

    /**
     * Whether a task whose last kernel run has ended may be completed now; on false it is asked
     * again.
     */
    default boolean mayComplete(TaskSlot task) {
        return true;
    }

    /** The run ends before this task does; once per task. */
    default void interrupted(TaskSlot task) {}

    /** The end of a kernel run was seen, or implied by that of a later one. */
    void complete(int core, int token, TaskSlot task, long dispatchTick);

    /**
     * The end of a kernel run that the core took itself: when that was, and when it had told the
     * consumers, are the core's stamps.
     *
     * @param finishTick {@link CoreProbe#NOT_FINISHED} when it was cut short
     */
    default void completeTaken(int core, int token, TaskSlot task, long dispatchTick, long finishTick) {
        complete(core, token, task, dispatchTick);
    }

    /**
     * How many cycles a kernel run took that the core took itself. Behind {@link #completeTaken},
     * and not of one that was cut short; only where that is recorded.
     *
     * @param cycles unsigned; 2^32-1 where there were more
     */
    default void countedCycles(int core, TaskSlot task, long startTick, long endTick, int cycles) {}

    /** Polling and completing of this iteration is over. */
    void completePhaseEnd(int tasks);

    /** A walk over at most this many consumers takes less than a microsecond and is not reported. */
    int SHORT_WALK = 8;

    /** Whether walks over the consumers of a complete task are to be reported. Asked once. */
    default boolean wantsWalks() {
        return false;
    }

    /** Many consumers are about to be notified; returns the tick, which {@link #walkEnd} receives. */
    default long walkBegin() {
        return 0;
    }

    /** This many consumers were notified that their producer is complete. */
    default void walkEnd(long beginTick, int consumers) {}

    /** This many consumers of one complete task were notified, few or many. */
    default void told(int consumers) {}

    /** A task is about to be completed without having run. */
    default void retired(TaskSlot task) {}

    /** Completing tasks without running them is over in this iteration; there were some. */
    default void dummyPhaseEnd(int tasks) {}

    /** A token is about to be sent; returns the moment, which comes back at completion. */
    long dispatch(int core, int token, TaskSlot task);

    /** Dispatching of this iteration is over. */
    void dispatchPhaseEnd(int tasks, int popHits, int popMisses);

    /** Whether tasks may be put on cores before their inputs are there. Asked once. */
    default boolean mayStage() {
        return true;
    }

    /** This many blocks were staged ahead of readiness, since the last phase of this iteration. */
    default void earlyPhaseEnd(int blocks) {}

    /** Kernel runs of a cohort are about to be sent, all of them allowed. */
    default void drainPrepared(int subtasks) {}

    /** This scheduler's share of a cohort is on its cores. */
    default void drainPhaseEnd(int blocks, int subtasks) {}

    /** Conditions were tested, and completed this many tasks. */
    default void asyncPhaseEnd(int tasks) {}

    /**
     * Work may follow that is reported only when it is done: work for a cohort or conditions, or the return of memory.
     */
    default void phaseBegin() {}

    /** Memory of completed tasks was given back, since {@link #phaseBegin}. */
    void releasePhaseEnd(int tasks);

    /**
     * The scheduler leaves; nothing more comes. False when something could not be handed over yet:
     * called again until it can or time is up.
     */
    boolean flush();
}
