package io.tidemark.runtime.hostgraph;

import io.tidemark.chip.Pacer;
import io.tidemark.runtime.scheduler.Completions;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Hands complete tasks to the resolver, who alone knows what they unlock. Nothing is reclaimed, so
 * nothing is left to clear away. For the thread that steps the scheduler.
 */
final class QueuedCompletion implements Completions {
    private final ReadyQueue queue;
    private final Pacer pacer;

    QueuedCompletion(ReadyQueue queue, Pacer pacer) {
        this.queue = queue;
        this.pacer = pacer;
    }

    @Override
    public void complete(TaskSlot slot) {
        boolean pushed = queue.push(slot.taskId());
        assert pushed : "more completions than tasks";
        pacer.wakeLanes();
    }

    @Override
    public int deferredCount() {
        return 0;
    }

    @Override
    public boolean releaseIdle() {
        return false;
    }

    @Override
    public boolean releaseAll() {
        return false;
    }

    @Override
    public boolean advance(int rings) {
        return false;
    }
}
