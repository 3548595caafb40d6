package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A body as it was recorded: its steps, and which of its tasks no other task in it waits for. A
 * replay makes the same calls on a real graph with other tensors and scalars; dependencies are
 * inferred there, as for tasks submitted one by one. Immutable.
 */
final class GraphDefinition {
    /** Producers of one task that every runtime takes. */
    private static final int PRODUCERS_PER_TASK = 64;

    private final String key;
    private final VirtualTensors tensors;
    private final GraphArguments recordedWith;
    private final List<Step> steps;
    private final int tasks;
    private final int[] lastTasks;

    GraphDefinition(
            String key,
            VirtualTensors tensors,
            GraphArguments recordedWith,
            List<Step> steps,
            int tasks,
            int[] lastTasks) {
        this.key = key;
        this.tensors = tensors;
        this.recordedWith = recordedWith;
        this.steps = List.copyOf(steps);
        this.tasks = tasks;
        this.lastTasks = lastTasks;
    }

    int tasks() {
        return tasks;
    }

    /** Why the definition cannot be replayed with these, or null. */
    String mismatch(GraphArguments arguments) {
        if (arguments.tensorCount() != recordedWith.tensorCount()
                || arguments.scalarCount() != recordedWith.scalarCount()) {
            return "graph %s was recorded with %d tensors and %d scalars and got %d and %d"
                    .formatted(
                            key,
                            recordedWith.tensorCount(),
                            recordedWith.scalarCount(),
                            arguments.tensorCount(),
                            arguments.scalarCount());
        }
        for (int i = 0; i < arguments.tensorCount(); i++) {
            Tensor was = recordedWith.tensor(i);
            Tensor is = arguments.tensor(i);
            if (was.dtype() != is.dtype()
                    || !Arrays.equals(was.shape(), is.shape())
                    || !Arrays.equals(was.strides(), is.strides())) {
                return "tensor %d of graph %s was recorded as %s and is %s now; make its form part of the key"
                        .formatted(i, key, form(was), form(is));
            }
        }
        for (int i = 0; i < arguments.scalarCount(); i++) {
            if (recordedWith.wasRead(i) && recordedWith.scalar(i) != arguments.scalar(i)) {
                return ("scalar %d of graph %s was looked at when it was %d and is %d now; make it part of"
                                + " the key, or give it to tasks by graphScalar")
                        .formatted(i, key, recordedWith.scalar(i), arguments.scalar(i));
            }
        }
        return null;
    }

    private static String form(Tensor tensor) {
        return tensor.dtype()
                + Arrays.toString(tensor.shape())
                + " with strides "
                + Arrays.toString(tensor.strides());
    }

    /**
     * Submits every task, and one more that is complete when all of them are.
     *
     * @param hasFailed whether the run has; asking takes no time
     */
    Submission replay(TaskGraph graph, GraphArguments arguments, BooleanSupplier hasFailed) {
        Binding binding = new Binding(tensors, tasks, arguments);
        for (Step step : steps) {
            if (hasFailed.getAsBoolean()) {
                break; // what was submitted so far means nothing any more
            }
            step.replay(graph, binding);
        }
        long[] ids = Arrays.stream(lastTasks).mapToLong(binding::taskId).toArray();
        while (ids.length > PRODUCERS_PER_TASK && !hasFailed.getAsBoolean()) {
            ids = gathered(graph, ids, hasFailed);
        }
        return after(graph, ids, 0, ids.length, hasFailed);
    }

    /** Tasks that wait for some of the given ones each. */
    private static long[] gathered(TaskGraph graph, long[] ids, BooleanSupplier hasFailed) {
        long[] fewer = new long[(ids.length + PRODUCERS_PER_TASK - 1) / PRODUCERS_PER_TASK];
        for (int i = 0; i < fewer.length; i++) {
            int from = i * PRODUCERS_PER_TASK;
            int to = Math.min(ids.length, from + PRODUCERS_PER_TASK);
            fewer[i] = after(graph, ids, from, to, hasFailed).id();
        }
        return fewer;
    }

    private static Submission after(
            TaskGraph graph, long[] ids, int from, int to, BooleanSupplier hasFailed) {
        TaskBuilder end = graph.dummy();
        for (int i = from; i < to && !hasFailed.getAsBoolean(); i++) {
            end.afterWaitOnly(ids[i]);
        }
        return end.submit();
    }

    /** One thing that a recorded body did to its graph. Immutable. */
    @FunctionalInterface
    interface Step {
        void replay(TaskGraph graph, Binding binding);
    }
}
