package io.tidemark.runtime.hostgraph;

import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.Completions;

/**
 * Hands complete tasks to the resolver, who alone knows what they unlock. Nothing is reclaimed, so
 * nothing is left to clear away. For the thread that steps the scheduler.
 */
final class QueuedCompletion implements Completions {
    private final ReadyQueue queue;

    QueuedCompletion(ReadyQueue queue) {
        this.queue = queue;
    }

    @Override
    public void complete(TaskSlot slot) {
        boolean pushed = queue.push(slot.taskId());
        assert pushed : "more completions than tasks";
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
