package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.graph.LongestPath;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.graph.TopologicalOrder.EdgeFilter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The edges a path may follow. An edge the run did not keep, because the consumer started before
 * the producer ended, is counted and left out; so is an edge that closes a cycle. Immutable.
 */
public final class PathEdges {
    private static final long NEVER = Long.MIN_VALUE;

    private final TaskSpans tasks;
    private final Digraph graph;
    private final TopologicalOrder order;
    private final BitSet kept = new BitSet(); // positions of predecessors
    private final int[] origin;
    private final int[] cycle;
    private int broken;

    private PathEdges(TaskSpans tasks, Digraph graph, EdgeFilter filter, TopologicalOrder order, int[] cycle) {
        this.tasks = tasks;
        this.graph = graph;
        this.order = order;
        this.cycle = cycle;
        this.origin = new int[tasks.size()];
        Arrays.setAll(origin, task -> tasks.hasRun(task) ? task : -1);
        for (int task = 0; task < graph.nodeCount(); task++) {
            for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
                kept.set(at, filter.keeps(graph.predecessor(at), task));
            }
        }
    }

    /** The edges that a filter keeps; they must form no cycle. */
    public static PathEdges of(TaskSpans tasks, Digraph graph, EdgeFilter filter) {
        return new PathEdges(tasks, graph, filter, TopologicalOrder.of(graph, filter), new int[0]);
    }

    /** Every edge the run kept, those through tasks no core ran included. */
    static PathEdges kept(TaskSpans tasks, Digraph graph, long tolerance) {
        EdgeFilter filter = EdgeFilter.NO_LOOPS;
        TopologicalOrder order = TopologicalOrder.of(graph, filter);
        int[] cycle = order.cycle();
        if (cycle.length > 0) {
            filter = forwardAmongUnplaced(order);
            order = TopologicalOrder.of(graph, filter);
        }
        PathEdges edges = new PathEdges(tasks, graph, filter, order, cycle);
        edges.dropBroken(tolerance);
        return edges;
    }

    /** Among tasks on or behind cycles only edges that go forward in the order of submission. */
    private static EdgeFilter forwardAmongUnplaced(TopologicalOrder order) {
        return (from, to) -> from != to && (order.position(from) >= 0 || order.position(to) >= 0 || from < to);
    }

    /** Takes out edges the run did not keep, and finds what each task without runs waited for. */
    private void dropBroken(long tolerance) {
        long[] done = new long[tasks.size()];
        for (int place = 0; place < order.size(); place++) {
            int task = order.nodeAt(place);
            boolean hasRun = tasks.hasRun(task);
            done[task] = hasRun ? tasks.end(task) : NEVER;
            int end = graph.endPredecessor(task);
            for (int at = kept.nextSetBit(graph.firstPredecessor(task));
                    at >= 0 && at < end;
                    at = kept.nextSetBit(at + 1)) {
                int from = graph.predecessor(at);
                if (hasRun && done[from] > tasks.start(task) + tolerance) {
                    kept.clear(at);
                    broken++;
                }
                if (!hasRun && done[from] > done[task]) {
                    done[task] = done[from];
                    origin[task] = origin[from];
                }
            }
        }
    }

    /** The longest chain of kernel times along kept edges, as tasks that ran, first to last. */
    LongestPath longest() {
        LongestPath path = LongestPath.of(graph, order, kept::get, tasks::duration);
        return new LongestPath(
                path.length(), Arrays.stream(path.nodes()).filter(tasks::hasRun).toArray());
    }

    int size() {
        return kept.cardinality();
    }

    /** Edges whose consumer started before the producer ended. */
    int broken() {
        return broken;
    }

    /** The tasks of one cycle in order, empty when the graph has none. */
    int[] cycle() {
        return cycle;
    }

    /**
     * The producer that a task waited for last, directly or through tasks that no core ran. It is
     * the producer that ended last; on equal ends the text of the id decides. -1 if there is none.
     */
    int latestProducer(int task) {
        int best = -1;
        int end = graph.endPredecessor(task);
        for (int at = kept.nextSetBit(graph.firstPredecessor(task));
                at >= 0 && at < end;
                at = kept.nextSetBit(at + 1)) {
            int candidate = origin[graph.predecessor(at)];
            if (candidate < 0 || candidate == task || best == candidate) {
                continue;
            }
            boolean better = best < 0
                    || tasks.end(candidate) > tasks.end(best)
                    || tasks.end(candidate) == tasks.end(best) && tasks.compareIdText(candidate, best) > 0;
            best = better && precedes(candidate, task) ? candidate : best;
        }
        return best;
    }

    /** A walk back must get earlier, or tasks of no length could send it in circles. */
    private boolean precedes(int candidate, int task) {
        return tasks.start(candidate) < tasks.start(task)
                || tasks.start(candidate) == tasks.start(task) && tasks.end(candidate) < tasks.end(task);
    }
}
