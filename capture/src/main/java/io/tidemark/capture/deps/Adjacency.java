package io.tidemark.capture.deps;

import java.util.Arrays;

/**
 * The distinct (predecessor, successor) pairs of a graph in compressed rows: neighbours of node n
 * stand from {@link #begin} to {@link #end}, in the order the file first named them. Immutable.
 * Costs four bytes per node and per distinct pair.
 */
public final class Adjacency {
    private final int[] starts;
    private final int[] neighbours;

    private Adjacency(int[] starts, int[] neighbours) {
        this.starts = starts;
        this.neighbours = neighbours;
    }

    public static Adjacency successorsOf(DependencyGraph graph) {
        return of(graph, true);
    }

    public static Adjacency predecessorsOf(DependencyGraph graph) {
        return of(graph, false);
    }

    private static Adjacency of(DependencyGraph graph, boolean forward) {
        DependencyEdges edges = graph.edges();
        int[] starts = new int[graph.nodeCount() + 1];
        for (int edge = 0; edge < edges.size(); edge++) {
            starts[1 + (forward ? edges.predecessor(edge) : edges.successor(edge))]++;
        }
        for (int node = 0; node < graph.nodeCount(); node++) {
            starts[node + 1] += starts[node];
        }
        int[] next = Arrays.copyOf(starts, graph.nodeCount());
        int[] all = new int[edges.size()];
        for (int edge = 0; edge < edges.size(); edge++) {
            int from = forward ? edges.predecessor(edge) : edges.successor(edge);
            all[next[from]++] = forward ? edges.successor(edge) : edges.predecessor(edge);
        }
        return withoutRepeats(starts, all);
    }

    private static Adjacency withoutRepeats(int[] starts, int[] all) {
        int nodes = starts.length - 1;
        int[] seenFrom = new int[nodes]; // 1 + the last node that named this neighbour
        int size = 0;
        int begin = 0;
        for (int node = 0; node < nodes; node++) {
            int end = starts[node + 1];
            for (int at = begin; at < end; at++) {
                if (seenFrom[all[at]] != node + 1) {
                    seenFrom[all[at]] = node + 1;
                    all[size++] = all[at];
                }
            }
            begin = end;
            starts[node + 1] = size;
        }
        return new Adjacency(starts, size == all.length ? all : Arrays.copyOf(all, size));
    }

    public int begin(int node) {
        return starts[node];
    }

    public int end(int node) {
        return starts[node + 1];
    }

    public int degree(int node) {
        return starts[node + 1] - starts[node];
    }

    public int neighbour(int at) {
        return neighbours[at];
    }

    /** Number of distinct pairs. */
    public int size() {
        return neighbours.length;
    }
}
