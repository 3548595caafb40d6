package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskSlot;

/**
 * A core that had work when its scheduler left. Immutable, but the slots are the run's own.
 *
 * @param pending the task behind the running one, or null
 * @param dispatchTick when the running task was sent, 0 when nobody recorded it
 */
public record BusyCore(int core, TaskSlot running, TaskSlot pending, long dispatchTick) {}
