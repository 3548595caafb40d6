package io.tidemark.analysis.join;

import io.tidemark.capture.deps.Adjacency;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;

/**
 * The distinct edges of a graph in both directions. Successors come in the order the file names
 * them, predecessors in the order in which the file first names each as a producer. Immutable.
 */
public final class RunGraph {
    private final DependencyGraph graph;
    private final Adjacency successors;
    private final int[] producers;
    private final int[] predecessorStarts;
    private final int[] predecessors;

    public RunGraph(DependencyGraph graph) {
        this.graph = graph;
        this.successors = Adjacency.successorsOf(graph);
        this.producers = producersInOrder(graph);
        predecessorStarts = new int[graph.nodeCount() + 1];
        for (int edge = 0; edge < successors.size(); edge++) {
            predecessorStarts[successors.neighbour(edge) + 1]++;
        }
        for (int node = 0; node < graph.nodeCount(); node++) {
            predecessorStarts[node + 1] += predecessorStarts[node];
        }
        predecessors = new int[successors.size()];
        int[] next = Arrays.copyOf(predecessorStarts, graph.nodeCount());
        for (int producer : producers) {
            for (int edge = successors.begin(producer); edge < successors.end(producer); edge++) {
                predecessors[next[successors.neighbour(edge)]++] = producer;
            }
        }
    }

    private static int[] producersInOrder(DependencyGraph graph) {
        DependencyEdges edges = graph.edges();
        boolean[] seen = new boolean[graph.nodeCount()];
        int[] order = new int[graph.nodeCount()];
        int size = 0;
        for (int edge = 0; edge < edges.size(); edge++) {
            int node = edges.predecessor(edge);
            if (!seen[node]) {
                seen[node] = true;
                order[size++] = node;
            }
        }
        return Arrays.copyOf(order, size);
    }

    public DependencyGraph graph() {
        return graph;
    }

    public int nodeCount() {
        return graph.nodeCount();
    }

    /** Number of distinct edges; an edge is a position in the successor lists. */
    public int edgeCount() {
        return successors.size();
    }

    /** Every node that is a predecessor of something, in the order the file names them. */
    public int[] producers() {
        return producers;
    }

    public int firstSuccessor(int node) {
        return successors.begin(node);
    }

    public int endSuccessor(int node) {
        return successors.end(node);
    }

    public int successor(int edge) {
        return successors.neighbour(edge);
    }

    public int firstPredecessor(int node) {
        return predecessorStarts[node];
    }

    public int endPredecessor(int node) {
        return predecessorStarts[node + 1];
    }

    public int predecessor(int at) {
        return predecessors[at];
    }

    public int inDegree(int node) {
        return predecessorStarts[node + 1] - predecessorStarts[node];
    }

    public int outDegree(int node) {
        return successors.degree(node);
    }
}
