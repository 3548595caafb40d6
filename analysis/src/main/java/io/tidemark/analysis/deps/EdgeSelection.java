package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.BitSet;

/**
 * The edges of a graph that a mode shows. Edges are numbers of the {@link TaskGraph}. Immutable.
 *
 * @param shown what to print
 * @param redundant what the reduction found implied; empty in full mode or with a cycle
 */
public record EdgeSelection(EdgeMode mode, BitSet shown, BitSet redundant) {
    /** A graph with a cycle cannot be reduced: everything is shown. */
    public static EdgeSelection of(EdgeMode mode, DependencyGraph source, TaskGraph graph, TopologicalOrder order) {
        BitSet all = new BitSet();
        all.set(0, graph.edgeCount());
        if (!mode.reduces() || order.hasCycle()) {
            return new EdgeSelection(EdgeMode.FULL, all, new BitSet());
        }
        BitSet redundant = TransitiveReduction.redundantEdges(graph, order);
        if (mode.provesDataflow()) {
            DataflowProof.keepUnproven(redundant, source, graph);
        } else {
            redundant.andNot(creatorEdges(source, graph));
        }
        if (mode.showsRedundant()) {
            return new EdgeSelection(mode, redundant, redundant);
        }
        all.andNot(redundant);
        return new EdgeSelection(mode, all, redundant);
    }

    /** Pairs with at least one creator row: they keep a buffer alive, not only an order. */
    private static BitSet creatorEdges(DependencyGraph source, TaskGraph graph) {
        int[] nodeOf = nodesByCaptureNode(graph);
        BitSet found = new BitSet(graph.edgeCount());
        DependencyEdges edges = source.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            if (edges.source(edge) == EdgeSource.CREATOR) {
                found.set(graph.edge(nodeOf[edges.predecessor(edge)], nodeOf[edges.successor(edge)]));
            }
        }
        return found;
    }

    public static int[] nodesByCaptureNode(TaskGraph graph) {
        int[] nodeOf = new int[graph.nodeCount()];
        for (int node = 0; node < nodeOf.length; node++) {
            nodeOf[graph.captureNode(node)] = node;
        }
        return nodeOf;
    }
}
