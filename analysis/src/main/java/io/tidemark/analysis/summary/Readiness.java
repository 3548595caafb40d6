package io.tidemark.analysis.summary;

import io.tidemark.analysis.deps.GraphOrder;
import io.tidemark.analysis.deps.TaskGraph;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.Adjacency;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.Optional;

/**
 * When each task could have run: the latest end of its producers, seen through allocations, dummies
 * and skipped tasks, which run on no core but carry order; and when it was submitted. Immutable.
 */
public final class Readiness {
    /** What is answered where the capture does not tell. */
    public static final long UNKNOWN = -1;

    private final DependencyGraph graph;
    private final long[] readyTick;
    private final LongIndex submitted = new LongIndex();
    private final long[] submitTick;

    private Readiness(DependencyGraph graph, long[] readyTick, SubmitPhases submits) {
        this.graph = graph;
        this.readyTick = readyTick;
        for (int row = 0; row < submits.size(); row++) {
            submitted.add(submits.taskId(row));
        }
        submitTick = new long[submitted.size()];
        for (int row = 0; row < submits.size(); row++) {
            int task = submitted.find(submits.taskId(row));
            submitTick[task] = Math.max(submitTick[task], submits.end(row));
        }
    }

    public static Readiness of(JoinedTasks tasks, Optional<DependencyGraph> graph) {
        SubmitPhases submits = tasks.table().orchestratorSubmits();
        if (graph.isEmpty()) {
            return new Readiness(null, new long[0], submits);
        }
        return new Readiness(graph.get(), readyTicks(tasks, graph.get()), submits);
    }

    /** The tick from which nothing but the scheduler held the task back; 0 for a root. */
    public long readyTick(long taskId) {
        int node = graph == null ? -1 : graph.nodeOf(taskId);
        return node < 0 ? UNKNOWN : readyTick[node];
    }

    /** The tick at which the orchestrator was done submitting the task. */
    public long submitTick(long taskId) {
        int task = submitted.find(taskId);
        return task < 0 ? UNKNOWN : submitTick[task];
    }

    private static long[] readyTicks(JoinedTasks tasks, DependencyGraph graph) {
        long[] end = new long[graph.nodeCount()];
        for (int task = 0; task < tasks.size(); task++) {
            int node = graph.nodeOf(tasks.taskId(task));
            if (node >= 0) {
                end[node] = Math.max(end[node], tasks.endTick(task));
            }
        }
        long[] ready = new long[graph.nodeCount()];
        TaskGraph sorted = TaskGraph.of(graph);
        GraphOrder order = GraphOrder.of(sorted);
        if (order.hasCycle()) {
            Arrays.fill(ready, UNKNOWN);
            return ready;
        }
        Adjacency consumers = Adjacency.successorsOf(graph);
        for (int position = 0; position < graph.nodeCount(); position++) {
            int node = sorted.captureNode(order.nodeAt(position));
            long done = Math.max(end[node], ready[node]); // a node without run is done when ready
            for (int at = consumers.begin(node); at < consumers.end(node); at++) {
                int consumer = consumers.neighbour(at);
                ready[consumer] = Math.max(ready[consumer], done);
            }
        }
        return ready;
    }
}
