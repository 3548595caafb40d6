package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;

/**
 * The distinct edges between tasks, tasks numbered 0, 1, 2, ... in ascending order of their
 * unsigned ids. Edges are numbered too, sorted by (producer, consumer). Immutable, any thread.
 */
public final class TaskGraph {
    private final long[] ids;
    private final int[] submitRanks;
    private final int[] captureNodes;
    private final int[] producers;
    private final Adjacency consumers;
    private final Adjacency producersOf;

    /**
     * @param ids ascending as unsigned numbers, distinct
     * @param submitRanks when each node was submitted, -1 where unknown
     * @param captureNodes number of each node in the capture's graph
     * @param edges packed {@code producer << 32 | consumer}, sorted, distinct
     */
    private TaskGraph(long[] ids, int[] submitRanks, int[] captureNodes, long[] edges) {
        this.ids = ids;
        this.captureNodes = captureNodes;
        this.submitRanks = submitRanks;
        producers = new int[edges.length];
        int[] targets = new int[edges.length];
        for (int edge = 0; edge < edges.length; edge++) {
            producers[edge] = (int) (edges[edge] >>> 32);
            targets[edge] = (int) edges[edge];
        }
        consumers = Adjacency.ofSorted(ids.length, producers, targets);
        producersOf = consumers.reversed();
    }

    /**
     * A graph of nodes 0..count-1 whose ids are their numbers; edges in any order, repeats merged.
     */
    public static TaskGraph ofNumbered(int count, int[][] edges) {
        long[] ids = new long[count];
        int[] ranks = new int[count];
        for (int node = 0; node < count; node++) {
            ids[node] = node;
            ranks[node] = node;
        }
        long[] packed =
                Arrays.stream(edges)
                        .mapToLong(edge -> pack(edge[0], edge[1]))
                        .sorted()
                        .distinct()
                        .toArray();
        return new TaskGraph(ids, ranks, ranks, packed);
    }

    /** Every node of the capture's graph; repeated edges are merged. */
    public static TaskGraph of(DependencyGraph source) {
        int nodes = source.nodeCount();
        int[] captureNodes = sortedById(source);
        int[] nodeOf = new int[nodes];
        long[] ids = new long[nodes];
        int[] ranks = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            int original = captureNodes[node];
            nodeOf[original] = node;
            ids[node] = source.taskId(original);
            ranks[node] = original < source.taskCount() ? original : -1;
        }
        DependencyEdges edges = source.edges();
        long[] packed = new long[edges.size()];
        for (int edge = 0; edge < packed.length; edge++) {
            packed[edge] = pack(nodeOf[edges.predecessor(edge)], nodeOf[edges.successor(edge)]);
        }
        return new TaskGraph(ids, ranks, captureNodes, distinct(packed));
    }

    private static int[] sortedById(DependencyGraph source) {
        int nodes = source.nodeCount();
        int[] sorted = new int[nodes];
        boolean isSorted = true;
        for (int node = 0; node < nodes; node++) {
            sorted[node] = node;
            isSorted &=
                    node == 0
                            || Long.compareUnsigned(source.taskId(node - 1), source.taskId(node))
                                    < 0;
        }
        if (isSorted) {
            return sorted;
        }
        Integer[] boxed = Arrays.stream(sorted).boxed().toArray(Integer[]::new);
        Arrays.sort(
                boxed,
                (one, other) -> Long.compareUnsigned(source.taskId(one), source.taskId(other)));
        return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
    }

    private static long[] distinct(long[] packed) {
        Arrays.sort(packed);
        int kept = 0;
        for (int at = 0; at < packed.length; at++) {
            if (at == 0 || packed[at] != packed[at - 1]) {
                packed[kept++] = packed[at];
            }
        }
        return Arrays.copyOf(packed, kept);
    }

    static long pack(int producer, int consumer) {
        return (long) producer << 32 | consumer;
    }

    public int nodeCount() {
        return ids.length;
    }

    public int edgeCount() {
        return producers.length;
    }

    public long id(int node) {
        return ids[node];
    }

    /** The node of a task id, or -1. */
    public int node(long id) {
        int low = 0;
        int high = ids.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(ids[middle], id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Number of the node in the capture's graph. */
    public int captureNode(int node) {
        return captureNodes[node];
    }

    int submitRank(int node) {
        return submitRanks[node];
    }

    public int producer(int edge) {
        return producers[edge];
    }

    public int consumer(int edge) {
        return consumers.node()[edge];
    }

    /** First edge of a producer; its edges run up to {@code firstEdge(node + 1)}. */
    public int firstEdge(int node) {
        return consumers.start()[node];
    }

    /** The edge between two nodes, or -1. */
    public int edge(int producer, int consumer) {
        int[] start = consumers.start();
        int found =
                Arrays.binarySearch(
                        consumers.node(), start[producer], start[producer + 1], consumer);
        return Math.max(found, -1);
    }

    Adjacency producers() {
        return producersOf;
    }

    public int fanOut(int node) {
        return consumers.degree(node);
    }

    public int fanIn(int node) {
        return producersOf.degree(node);
    }
}
