package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskSlot;

/**
 * A core that had work when its scheduler left. Immutable, but the slots are the run's own.
 *
 * @param block which block of the running task it runs
 * @param pending the task behind the running one, or null
 * @param pendingBlock which block of that
 * @param dispatchTick when the running task was sent, 0 when nobody recorded it
 * @param startTick when its kernel began, 0 when it has not or nobody recorded it
 */
public record BusyCore(
        int core,
        TaskSlot running,
        int block,
        TaskSlot pending,
        int pendingBlock,
        long dispatchTick,
        long startTick) {}
