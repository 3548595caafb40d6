package io.tidemark.analysis.args;

import io.tidemark.analysis.deps.TaskGraph;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place of tasks in graph order, and who produced an argument. Without a graph, or with a cycle
 * in it, tasks are in the order of their ids. Immutable.
 */
public final class GraphPlaces {
    private final Optional<DependencyGraph> source;
    private final Optional<TaskGraph> graph;
    private final Optional<TopologicalOrder> order;

    public GraphPlaces(Optional<DependencyGraph> source) {
        this.source = source;
        Optional<TaskGraph> whole = source.map(TaskGraph::of);
        Optional<TopologicalOrder> sorted = whole.map(TaskGraph::order).filter(found -> !found.hasCycle());
        graph = sorted.isPresent() ? whole : Optional.empty();
        order = sorted;
    }

    public boolean isGraphOrder() {
        return order.isPresent();
    }

    public long place(long taskId) {
        if (order.isEmpty()) {
            return taskId ^ Long.MIN_VALUE; // unsigned order
        }
        int node = graph.orElseThrow().node(taskId);
        return node < 0 ? Long.MAX_VALUE : order.orElseThrow().position(node);
    }

    /** Ids of the tasks that an argument of a task waited for, allocations left out. */
    public List<Long> producers(long taskId, int argument) {
        List<Long> found = new ArrayList<>();
        if (source.isEmpty()) {
            return found;
        }
        DependencyGraph all = source.get();
        int node = all.nodeOf(taskId);
        DependencyEdges edges = all.edges();
        for (int edge = 0; edge < edges.size() && node >= 0; edge++) {
            int producer = edges.predecessor(edge);
            boolean fits = edges.successor(edge) == node && edges.argument(edge) == argument;
            if (fits && all.kind(producer) != NodeKind.ALLOC && !found.contains(all.taskId(producer))) {
                found.add(all.taskId(producer));
            }
        }
        return found;
    }
}
