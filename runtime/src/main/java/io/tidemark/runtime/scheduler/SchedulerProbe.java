package io.tidemark.runtime.scheduler;

import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Where a scheduler tells what it did. Called by the thread that steps the scheduler; it must
 * neither wait nor throw. A scheduler without one reads no clock.
 */
public interface SchedulerProbe {
    /** The memory of the run that begins; once, before anything else. */
    default void attach(DeviceMemory memory) {}

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
     * Whether a task may go to a core now. Asked before the token is made; on false it is asked
     * again in a later step, and that is no sign of a hang.
     */
    default boolean mayDispatch(TaskSlot task) {
        return true;
    }

    /** Whether a finished task may be completed now; on false it is asked again. */
    default boolean mayComplete(TaskSlot task) {
        return true;
    }

    /** The run ends before this task does. */
    default void interrupted(TaskSlot task) {}

    /** A completion was seen, or implied by that of a later task. */
    void complete(int core, int token, TaskSlot task, long dispatchTick);

    /** Polling and completing of this iteration is over. */
    void completePhaseEnd(int tasks);

    /** A token is about to be sent; returns the moment, which comes back at completion. */
    long dispatch(int core, int token, TaskSlot task);

    /** Dispatching of this iteration is over. */
    void dispatchPhaseEnd(int tasks, int popHits, int popMisses);

    /** Memory of completed tasks was given back, since the last phase of this iteration. */
    void releasePhaseEnd(int tasks);

    /**
     * The scheduler leaves; nothing more comes. False when something could not be handed over yet:
     * called again until it can or time is up.
     */
    boolean flush();
}
