package io.tidemark.runtime.hostgraph;

import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.GraphSource;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;

/** A sealed graph and its tasks, for a chip that resolves it. Immutable during the run. */
final class ImageSource implements GraphSource {
    private final GraphImage image;
    private final TaskRing tasks;
    private final boolean recordsDispatch;
    private final boolean recordsCycles;
    private final CoreArguments arguments; // null when none are dumped

    ImageSource(
            GraphImage image, TaskRing tasks, boolean recordsDispatch, boolean recordsCycles, CoreArguments arguments) {
        this.image = image;
        this.tasks = tasks;
        this.recordsDispatch = recordsDispatch;
        this.recordsCycles = recordsCycles;
        this.arguments = arguments;
    }

    @Override
    public CoreArguments arguments() {
        return arguments;
    }

    @Override
    public boolean recordsDispatch() {
        return recordsDispatch;
    }

    @Override
    public boolean recordsCycles() {
        return recordsCycles;
    }

    @Override
    public int tasks() {
        return image.tasks();
    }

    @Override
    public boolean isComplete(int task) {
        return image.isCompleteAcquire(task);
    }

    @Override
    public DispatchSource task(int task) {
        return tasks.slot(task);
    }

    @Override
    public boolean hasKernel(int task) {
        return tasks.slot(task).kernel() != null;
    }

    @Override
    public boolean isCube(int task) {
        return tasks.slot(task).shape() == TaskShape.AIC.code();
    }

    @Override
    public boolean startsTogether(int task) {
        return tasks.slot(task).isSyncStart();
    }

    @Override
    public int positions(int task) {
        TaskSlot slot = tasks.slot(task);
        return slot.shape() == TaskShape.MIX.code() ? slot.coreMask() : 0;
    }

    @Override
    public Condition condition(int task) {
        TaskSlot slot = tasks.slot(task);
        return slot.isPredicated() ? slot.predicate() : null;
    }

    @Override
    public int producers(int task) {
        return image.faninCount(task);
    }

    @Override
    public int producer(int task, int index) {
        return image.producer(task, index);
    }
}
