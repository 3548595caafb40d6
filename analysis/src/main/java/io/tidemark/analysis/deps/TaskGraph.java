package io.tidemark.analysis.deps;

import java.util.Arrays;

/**
 * The distinct edges between tasks, tasks numbered 0, 1, 2, ... in ascending order of their unsigned
 * ids. Edges are numbered too, sorted by (producer, consumer). Immutable, any thread.
 */
public final class TaskGraph {
    private final long[] ids;
    private final int[] submitRanks;
    private final int[] producers;
    private final Adjacency consumers;
    private final Adjacency producersOf;

    /**
     * @param ids ascending as unsigned numbers, distinct
     * @param submitRanks when each node was submitted, -1 where unknown
     * @param edges packed {@code producer << 32 | consumer}, sorted, distinct
     */
    TaskGraph(long[] ids, int[] submitRanks, long[] edges) {
        this.ids = ids;
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

    /** A graph of nodes 0..count-1 whose ids are their numbers; edges in any order, repeats merged. */
    public static TaskGraph ofNumbered(int count, int[][] edges) {
        long[] ids = new long[count];
        int[] ranks = new int[count];
        for (int node = 0; node < count; node++) {
            ids[node] = node;
            ranks[node] = node;
        }
        long[] packed =
                Arrays.stream(edges).mapToLong(edge -> pack(edge[0], edge[1])).sorted().distinct().toArray();
        return new TaskGraph(ids, ranks, packed);
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

    Adjacency consumers() {
        return consumers;
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
