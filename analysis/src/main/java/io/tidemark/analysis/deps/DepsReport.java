package io.tidemark.analysis.deps;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import java.util.BitSet;
import java.util.Optional;

/**
 * The graph of one capture with the edges a mode selects: what every output of the deps command is
 * made from. Immutable.
 */
public record DepsReport(
        DependencyGraph source,
        TaskGraph graph,
        TopologicalOrder order,
        EdgeSelection selection,
        NodeLabels labels,
        EdgeReasons reasons) {
    /**
     * Empty when the capture holds no graph that can be read. Arguments and regions, most of the
     * file, are kept only where {@code mode} or the caller needs them.
     */
    public static Optional<DepsReport> of(Capture capture, EdgeMode mode, boolean withDetail) {
        Optional<DependencyGraph> graph =
                withDetail || mode.provesDataflow() ? capture.dependenciesWithDetail() : capture.dependencies();
        return graph.map(found -> of(found, capture.names(), mode));
    }

    public static DepsReport of(DependencyGraph source, NameMap names, EdgeMode mode) {
        TaskGraph graph = TaskGraph.of(source);
        TopologicalOrder order = graph.order();
        EdgeSelection selection = EdgeSelection.of(mode, source, graph, order);
        return new DepsReport(
                source,
                graph,
                order,
                selection,
                new NodeLabels(source, graph, new KernelNames(names)),
                new EdgeReasons(source, graph));
    }

    public int[] shownFanIn() {
        return count(selection.shown(), false);
    }

    public int[] shownFanOut() {
        return count(selection.shown(), true);
    }

    /** Longest chain of tasks; -1 when a cycle makes it endless. */
    public int depth() {
        if (order.hasCycle()) {
            return -1;
        }
        int deepest = -1;
        for (int node = 0; node < graph.nodeCount(); node++) {
            deepest = Math.max(deepest, order.level(node));
        }
        return deepest + 1;
    }

    /** The tasks of one cycle, the first repeated at the end: {@code t3 -> t5 -> t3}. */
    public String cycleText() {
        StringBuilder text = new StringBuilder();
        int[] cycle = order.cycle();
        int most = Math.min(cycle.length, 12); // enough to find it in the file
        for (int at = 0; at < most; at++) {
            text.append(labels.task(cycle[at])).append(" -> ");
        }
        int more = cycle.length - most;
        return text.append(more > 0 ? "(" + more + " more tasks) -> " : "")
                .append(labels.task(cycle[0]))
                .toString();
    }

    private int[] count(BitSet edges, boolean out) {
        int[] counts = new int[graph.nodeCount()];
        for (int edge = edges.nextSetBit(0); edge >= 0; edge = edges.nextSetBit(edge + 1)) {
            counts[out ? graph.producer(edge) : graph.consumer(edge)]++;
        }
        return counts;
    }
}
