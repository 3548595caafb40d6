package io.tidemark.runtime.team;

import io.tidemark.runtime.task.TaskSlot;

/**
 * What becomes of the tasks that one scheduler finds complete, and of what they leave behind. For
 * the thread that steps the scheduler.
 */
public interface Completions {
    /** All of the task has run, or it retires without running. Never waits. */
    void complete(TaskSlot slot);

    /** Tasks that were given here and may leave something to clear away in a quiet moment. */
    int deferredCount();

    /** Clears it away because there is nothing better to do; true when reclamation moved. */
    boolean releaseIdle();

    /** Clears it away; true when reclamation moved. */
    boolean releaseAll();

    /** Reclaims on rings that others asked for, as bits; true when reclamation moved. */
    boolean advance(int rings);
}
