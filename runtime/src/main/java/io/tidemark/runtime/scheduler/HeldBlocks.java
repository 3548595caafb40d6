package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskSlot;

/**
 * Blocks of one task that a scheduler has claimed and its probe does not let go yet; they go before
 * anything that is queued. For the thread that steps the scheduler.
 */
final class HeldBlocks {
    private TaskSlot task;
    private int next;
    private int end;

    boolean isEmpty() {
        return task == null;
    }

    /** Blocks that are held. */
    int count() {
        return task == null ? 0 : end - next;
    }

    void hold(TaskSlot newTask, int first, int newEnd) {
        assert task == null : "holds blocks of another task";
        task = newTask;
        next = first;
        end = newEnd;
    }

    TaskSlot task() {
        return task;
    }

    int next() {
        return next;
    }

    /** The next block has gone. */
    void release() {
        if (++next == end) {
            task = null;
        }
    }
}
