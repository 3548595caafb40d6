package io.tidemark.runtime.team;

import io.tidemark.runtime.task.TaskSlot;

/**
 * Where the two runtimes differ once tasks are there: when schedulers start, where completions go
 * and who decides that the run stands still. Made for one run; each method says who may call it.
 */
public interface SchedulerPolicy {
    /**
     * Called in every step of a scheduler before its cores start: does some of the scheduler's
     * share of what must come first, and says how much. Called by the thread that steps the
     * scheduler.
     */
    int prepare(int scheduler);

    /**
     * Whether the cores of a scheduler may start. Called by the thread that steps the scheduler.
     */
    boolean mayStart(int scheduler);

    /**
     * What the completions of a scheduler go through; once, before the run.
     *
     * @param gates opens tasks that were staged before they were ready
     * @param probe where the scheduler tells what it did, or null
     */
    Completions completions(int scheduler, GateOpener gates, SchedulerProbe probe);

    /** Who watches for standstill on behalf of a scheduler; once, before the run. */
    StallWatch stallWatch(int scheduler, SchedulerTeam team, CoreActivity cores);

    /** Whether schedulers give tasks to cores; known when cores may start. */
    default boolean schedulersDispatch() {
        return true;
    }

    /**
     * The task whose kernel is on a core that took it itself, or null; where schedulers dispatch,
     * they know what is on their cores.
     */
    default TaskSlot takenBy(int core) {
        return null;
    }

    /** Whether schedulers complete tasks that need no core. */
    boolean schedulersRetire();

    /** The states of all tasks; any thread may ask. */
    TaskStates taskStates();
}
