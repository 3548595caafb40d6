package io.tidemark.runtime.graph;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import java.util.Arrays;
import java.util.List;

/**
 * A body as it was recorded: its steps, the edges between its tasks, and which of them no other
 * task in it waits for. A replay makes the same calls on a real graph with other tensors and
 * scalars. Dependencies on tasks outside are looked up there, as for tasks submitted one by one;
 * those inside the body are the recorded ones, unless its arguments overlap now. The first replay
 * submits task by task and finds every mistake; after it, plain tasks are submitted together.
 * Immutable but for that. Orchestrator thread only.
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
    private final Boundary boundary;
    private boolean isProven; // a replay has found no mistake
    private GraphArguments lastFitting; // the same tensors fit again, and have the same edges
    private boolean lastKnewEdges;

    GraphDefinition(
            String key,
            VirtualTensors tensors,
            GraphArguments recordedWith,
            List<Step> steps,
            int tasks,
            int[] lastTasks,
            Boundary boundary) {
        this.boundary = boundary;
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
        String misfit = hasTensorsOfLast(arguments) ? null : misfit(arguments);
        if (misfit != null) {
            return misfit;
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

    /** Whether the tensors are the very ones of the last call, which fitted. */
    private boolean hasTensorsOfLast(GraphArguments arguments) {
        for (int i = 0; lastFitting != null && i < arguments.tensorCount(); i++) {
            if (arguments.tensor(i) != lastFitting.tensor(i)) {
                return false;
            }
        }
        return lastFitting != null;
    }

    /** What of the tensors is not as it was recorded, or null. */
    private String misfit(GraphArguments arguments) {
        for (int i = 0; i < arguments.tensorCount(); i++) {
            Tensor was = recordedWith.tensor(i);
            Tensor is = arguments.tensor(i);
            if (was.isManualDependency() != is.isManualDependency()) {
                return "tensor %d of graph %s was recorded %s manual dependencies and is %s them now; make that part of the key"
                        .formatted(
                                i,
                                key,
                                was.isManualDependency() ? "with" : "without",
                                is.isManualDependency() ? "with" : "without");
            }
            if (!is.hasFormOf(was)) {
                return "tensor %d of graph %s was recorded as %s and is %s now; make its form part of the key"
                        .formatted(i, key, form(was), form(is));
            }
        }
        lastFitting = arguments;
        lastKnewEdges = boundary.isAsRecorded(arguments);
        return null;
    }

    private static String form(Tensor tensor) {
        return tensor.dtype() + Arrays.toString(tensor.shape()) + " with strides " + Arrays.toString(tensor.strides());
    }

    /** Submits every task, and one more that is complete when all of them are. */
    Submission replay(TaskGraph graph, GraphArguments arguments, ReplaySite site) {
        boolean knowsEdges = site.takesKnownEdges() && lastKnewEdges;
        Binding binding = new Binding(tensors, tasks, arguments, site, knowsEdges, isProven);
        for (Step step : steps) {
            if (site.hasFailed()) {
                break; // what was submitted so far means nothing any more
            }
            step.replay(graph, binding);
        }
        for (int i = 0; knowsEdges && i < boundary.lastWrites().size(); i++) {
            if (site.hasFailed()) {
                break;
            }
            Boundary.LastWrite write = boundary.lastWrites().get(i);
            site.register(write.in(binding), binding.taskId(write.writer()));
        }
        long[] ids = Arrays.stream(lastTasks).mapToLong(binding::taskId).toArray();
        while (ids.length > PRODUCERS_PER_TASK && !site.hasFailed()) {
            ids = gathered(graph, ids, site);
        }
        Submission end = after(graph, ids, 0, ids.length, site);
        isProven |= !site.hasFailed();
        return end;
    }

    /** Tasks that wait for some of the given ones each. */
    private static long[] gathered(TaskGraph graph, long[] ids, ReplaySite site) {
        long[] fewer = new long[(ids.length + PRODUCERS_PER_TASK - 1) / PRODUCERS_PER_TASK];
        for (int i = 0; i < fewer.length; i++) {
            int from = i * PRODUCERS_PER_TASK;
            int to = Math.min(ids.length, from + PRODUCERS_PER_TASK);
            fewer[i] = after(graph, ids, from, to, site).id();
        }
        return fewer;
    }

    private static Submission after(TaskGraph graph, long[] ids, int from, int to, ReplaySite site) {
        TaskBuilder end = graph.dummy();
        for (int i = from; i < to && !site.hasFailed(); i++) {
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
