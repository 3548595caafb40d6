package io.tidemark.capture.graph;

import io.tidemark.capture.column.IntColumn;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The distinct edges between nodes 0, 1, 2, ... in both directions, in compressed rows: eight bytes
 * per edge and node. Successors of a node come in the order in which the edges first name them,
 * predecessors in the order in which the edges first name each as a source. An edge is numbered by
 * its place among the successors. Immutable; any thread may read.
 */
public final class Digraph {
    /** Without nodes. */
    public static final Digraph EMPTY = of(0, 0, edge -> 0, edge -> 0);

    private final int[] successorStarts;
    private final int[] successors;
    private final int[] predecessorStarts;
    private final int[] predecessors;
    private final int[] sources;

    private Digraph(
            int[] successorStarts, int[] successors, int[] predecessorStarts, int[] predecessors, int[] sources) {
        this.successorStarts = successorStarts;
        this.successors = successors;
        this.predecessorStarts = predecessorStarts;
        this.predecessors = predecessors;
        this.sources = sources;
    }

    private Digraph(int[] successorStarts, int[] successors, int[] sources) {
        this.successorStarts = successorStarts;
        this.successors = successors;
        this.sources = sources;
        int nodes = successorStarts.length - 1;
        predecessorStarts = new int[nodes + 1];
        for (int node : successors) {
            predecessorStarts[node + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            predecessorStarts[node + 1] += predecessorStarts[node];
        }
        predecessors = new int[successors.length];
        int[] next = Arrays.copyOf(predecessorStarts, nodes);
        for (int source : sources) {
            for (int at = successorStarts[source]; at < successorStarts[source + 1]; at++) {
                predecessors[next[successors[at]]++] = source;
            }
        }
    }

    /** Of edges 0..edges-1 in any order; repeats are merged. */
    public static Digraph of(int nodes, int edges, IntUnaryOperator from, IntUnaryOperator to) {
        IntColumn sources = new IntColumn();
        IntColumn targets = new IntColumn();
        for (int edge = 0; edge < edges; edge++) {
            sources.add(from.applyAsInt(edge));
            targets.add(to.applyAsInt(edge));
        }
        return of(nodes, sources, targets);
    }

    /** The same of edges in two columns. */
    public static Digraph of(int nodes, IntColumn from, IntColumn to) {
        int[] starts = new int[nodes + 1];
        int[] sources = new int[nodes];
        int known = 0;
        for (int chunk = 0; chunk < from.chunks(); chunk++) {
            int[] some = from.chunk(chunk);
            for (int at = 0; at < from.chunkSize(chunk); at++) {
                int source = some[at];
                if (starts[source + 1]++ == 0) {
                    sources[known++] = source;
                }
            }
        }
        for (int node = 0; node < nodes; node++) {
            starts[node + 1] += starts[node];
        }
        int[] all = new int[from.size()];
        fill(all, Arrays.copyOf(starts, nodes), from, to);
        int kept = mergeRepeats(starts, all);
        return new Digraph(starts, kept == all.length ? all : Arrays.copyOf(all, kept), Arrays.copyOf(sources, known));
    }

    /** Puts the target of each edge into the next place of its source. */
    private static void fill(int[] all, int[] next, IntColumn from, IntColumn to) {
        for (int chunk = 0; chunk < from.chunks(); chunk++) {
            int[] sources = from.chunk(chunk);
            int[] targets = to.chunk(chunk);
            for (int at = 0; at < from.chunkSize(chunk); at++) {
                all[next[sources[at]]++] = targets[at];
            }
        }
    }

    private static int mergeRepeats(int[] starts, int[] all) {
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
        return size;
    }

    /** The same edges among more nodes: those behind the last one have none. */
    public Digraph withNodes(int nodes) {
        if (nodes == nodeCount()) {
            return this;
        }
        return new Digraph(
                extended(successorStarts, nodes),
                successors,
                extended(predecessorStarts, nodes),
                predecessors,
                sources);
    }

    private static int[] extended(int[] starts, int nodes) {
        int[] longer = Arrays.copyOf(starts, nodes + 1);
        Arrays.fill(longer, starts.length, longer.length, starts[starts.length - 1]);
        return longer;
    }

    public int nodeCount() {
        return successorStarts.length - 1;
    }

    /** Number of distinct edges. */
    public int edgeCount() {
        return successors.length;
    }

    /** First edge of a node; its edges run up to {@link #endSuccessor}. */
    public int firstSuccessor(int node) {
        return successorStarts[node];
    }

    public int endSuccessor(int node) {
        return successorStarts[node + 1];
    }

    /** The node at which an edge ends. */
    public int successor(int edge) {
        return successors[edge];
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
        return successorStarts[node + 1] - successorStarts[node];
    }

    /** How many nodes have a successor. */
    public int sourceCount() {
        return sources.length;
    }

    /** The n-th node that has a successor, in the order in which the edges first name them. */
    public int source(int at) {
        return sources[at];
    }

    /** The edge between two nodes, or -1; linear in the successors of {@code from}. */
    public int edge(int from, int to) {
        for (int at = successorStarts[from]; at < successorStarts[from + 1]; at++) {
            if (successors[at] == to) {
                return at;
            }
        }
        return -1;
    }
}
