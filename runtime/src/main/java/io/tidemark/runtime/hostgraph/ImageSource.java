package io.tidemark.runtime.hostgraph;

import io.tidemark.chip.ArgumentTaker;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.GraphSource;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import java.util.function.IntFunction;

/** A sealed graph and its tasks, for a chip that resolves it. Immutable while the run goes on. */
final class ImageSource implements GraphSource {
    private final GraphImage image;
    private final TaskRing tasks;
    private final boolean recordsDispatch;
    private final boolean recordsCycles;
    private final IntFunction<TakenArgsProbe> arguments; // by core; null when none are dumped

    ImageSource(
            GraphImage image,
            TaskRing tasks,
            boolean recordsDispatch,
            boolean recordsCycles,
            IntFunction<TakenArgsProbe> arguments) {
        this.image = image;
        this.tasks = tasks;
        this.recordsDispatch = recordsDispatch;
        this.recordsCycles = recordsCycles;
        this.arguments = arguments;
    }

    @Override
    public ArgumentTaker arguments(int core) {
        return arguments == null ? null : new TakenArguments(arguments.apply(core).core(), tasks);
    }

    @Override
    public boolean isDumped(int task, boolean isAfter) {
        return arguments != null
                && hasKernel(task)
                && arguments.apply(0).records(tasks.slot(task), TakenArguments.stage(isAfter));
    }

    @Override
    public boolean isDumped(int task, int tensor, boolean isAfter) {
        return isDumped(task, isAfter)
                && arguments
                        .apply(0)
                        .wantsBytes(tasks.slot(task), tensor, TakenArguments.stage(isAfter));
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
    public int producers(int task) {
        return image.faninCount(task);
    }

    @Override
    public int producer(int task, int index) {
        return image.producer(task, index);
    }
}
