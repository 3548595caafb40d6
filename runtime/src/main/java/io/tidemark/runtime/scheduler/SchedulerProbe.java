package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskSlot;

/**
 * Where a scheduler tells what it did. Called by the thread that steps the scheduler; it must
 * neither wait nor throw. A scheduler without one reads no clock.
 */
public interface SchedulerProbe {
    /** A token is about to be sent; returns the moment, which comes back at completion. */
    long dispatch(int core, int token, TaskSlot task);

    /** A completion was seen, or implied by that of a later task. */
    void complete(int core, int token, TaskSlot task, long dispatchTick);

    /** One loop iteration begins. */
    void loopBegin();

    /** Polling and completing of this iteration is over. */
    void completePhaseEnd(int tasks);

    /** Dispatching of this iteration is over. */
    void dispatchPhaseEnd(int tasks, int popHits, int popMisses);

    /** The scheduler leaves; nothing more comes. */
    void flush();
}
