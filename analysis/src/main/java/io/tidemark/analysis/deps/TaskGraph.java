package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.graph.TopologicalOrder;
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
    private final Digraph links;

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
        links = Digraph.of(ids.length, edges.length, edge -> producers[edge], edge -> targets[edge]);
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
        long[] packed = Arrays.stream(edges)
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
            isSorted &= node == 0 || Long.compareUnsigned(source.taskId(node - 1), source.taskId(node)) < 0;
        }
        if (isSorted) {
            return sorted;
        }
        Integer[] boxed = Arrays.stream(sorted).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, (one, other) -> Long.compareUnsigned(source.taskId(one), source.taskId(other)));
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

    /** The edges between the nodes, an edge with the same number as here. */
    public Digraph links() {
        return links;
    }

    /**
     * An order close to that of submission, so that neighbours in the graph are neighbours in
     * memory; an allocation, which was not submitted, comes right before its first consumer.
     */
    public TopologicalOrder order() {
        int nodes = nodeCount();
        long[] ranks = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            ranks[node] = submitRanks[node] < 0 ? allocationRank(node) : submitRanks[node] * 2L + 1;
        }
        return TopologicalOrder.near(links, node -> ranks[node]);
    }

    private long allocationRank(int node) {
        long first = 2L * nodeCount();
        for (int edge = firstEdge(node); edge < firstEdge(node + 1); edge++) {
            int rank = submitRanks[consumer(edge)];
            first = rank < 0 ? first : Math.min(first, rank * 2L);
        }
        return first;
    }

    public int producer(int edge) {
        return producers[edge];
    }

    public int consumer(int edge) {
        return links.successor(edge);
    }

    /** First edge of a producer; its edges run up to {@code firstEdge(node + 1)}. */
    public int firstEdge(int node) {
        return node == nodeCount() ? edgeCount() : links.firstSuccessor(node);
    }

    /** The edge between two nodes, or -1. */
    public int edge(int producer, int consumer) {
        int low = links.firstSuccessor(producer);
        int high = links.endSuccessor(producer) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (links.successor(middle) == consumer) {
                return middle;
            }
            if (links.successor(middle) < consumer) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    public int fanOut(int node) {
        return links.outDegree(node);
    }

    public int fanIn(int node) {
        return links.inDegree(node);
    }
}
