package io.tidemark.viewer.model;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;

/**
 * The edges of a graph by the node they arrive at or leave from, as edge numbers in file order, so
 * that each keeps its reason. Immutable; eight bytes per node and edge.
 */
public final class Links {
    private final int[] starts;
    private final int[] edges;

    private Links(int[] starts, int[] edges) {
        this.starts = starts;
        this.edges = edges;
    }

    public static Links arriving(DependencyGraph graph) {
        return of(graph, true);
    }

    public static Links leaving(DependencyGraph graph) {
        return of(graph, false);
    }

    private static Links of(DependencyGraph graph, boolean arriving) {
        DependencyEdges all = graph.edges();
        int[] starts = new int[graph.nodeCount() + 1];
        for (int edge = 0; edge < all.size(); edge++) {
            starts[1 + (arriving ? all.successor(edge) : all.predecessor(edge))]++;
        }
        for (int node = 0; node < graph.nodeCount(); node++) {
            starts[node + 1] += starts[node];
        }
        int[] next = Arrays.copyOf(starts, graph.nodeCount());
        int[] edges = new int[all.size()];
        for (int edge = 0; edge < all.size(); edge++) {
            edges[next[arriving ? all.successor(edge) : all.predecessor(edge)]++] = edge;
        }
        return new Links(starts, edges);
    }

    public int begin(int node) {
        return starts[node];
    }

    public int end(int node) {
        return starts[node + 1];
    }

    public int edge(int at) {
        return edges[at];
    }
}
