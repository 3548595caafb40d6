package io.tidemark.analysis.deps;

import java.util.Arrays;

/**
 * An order of the tasks in which every producer comes before its consumers, close to the order of
 * submission so that neighbours in the graph are neighbours in memory; or one cycle that forbids
 * it. Immutable, any thread.
 */
public final class GraphOrder {
    private final int[] positions;
    private final int[] order;
    private final int[] levels;
    private final int[] cycle;

    private GraphOrder(int[] positions, int[] order, int[] levels, int[] cycle) {
        this.positions = positions;
        this.order = order;
        this.levels = levels;
        this.cycle = cycle;
    }

    public static GraphOrder of(TaskGraph graph) {
        long[] ranks = ranks(graph);
        int[] order = sortedBy(ranks, graph.nodeCount());
        int[] positions = inverse(order);
        if (!respects(graph, positions)) {
            order = kahn(graph, positions);
            if (order.length < graph.nodeCount()) {
                return new GraphOrder(null, null, null, CycleSearch.in(graph, order));
            }
            positions = inverse(order);
        }
        return new GraphOrder(positions, order, levels(graph, order), null);
    }

    public boolean hasCycle() {
        return cycle != null;
    }

    /** The nodes of one cycle in order, each a producer of the next and the last of the first. */
    public int[] cycle() {
        return cycle.clone();
    }

    public int position(int node) {
        return positions[node];
    }

    public int nodeAt(int position) {
        return order[position];
    }

    /** Edges on the longest way from any node without producers. */
    public int level(int node) {
        return levels[node];
    }

    int[] positions() {
        return positions;
    }

    /**
     * Submit ranks doubled; an allocation, which has none, goes right before its first consumer.
     */
    private static long[] ranks(TaskGraph graph) {
        int nodes = graph.nodeCount();
        long[] ranks = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            ranks[node] = graph.submitRank(node) < 0 ? -1 : graph.submitRank(node) * 2L + 1;
        }
        for (int node = 0; node < nodes; node++) {
            if (ranks[node] < 0) {
                long first = 2L * nodes;
                for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                    int rank = graph.submitRank(graph.consumer(edge));
                    first = rank < 0 ? first : Math.min(first, rank * 2L);
                }
                ranks[node] = first;
            }
        }
        return ranks;
    }

    private static int[] sortedBy(long[] ranks, int nodes) {
        long[] keys = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            keys[node] = ranks[node] << 31 | node;
        }
        Arrays.sort(keys);
        int[] order = new int[nodes];
        for (int at = 0; at < nodes; at++) {
            order[at] = (int) (keys[at] & 0x7FFF_FFFF);
        }
        return order;
    }

    private static int[] inverse(int[] order) {
        int[] positions = new int[order.length];
        for (int at = 0; at < order.length; at++) {
            positions[order[at]] = at;
        }
        return positions;
    }

    private static boolean respects(TaskGraph graph, int[] positions) {
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (positions[graph.producer(edge)] >= positions[graph.consumer(edge)]) {
                return false;
            }
        }
        return true;
    }

    /** Kahn's order, the ready node with the least preferred position first; short on a cycle. */
    private static int[] kahn(TaskGraph graph, int[] preferred) {
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        LongHeap ready = new LongHeap();
        for (int node = 0; node < nodes; node++) {
            waiting[node] = graph.fanIn(node);
            if (waiting[node] == 0) {
                ready.add((long) preferred[node] << 32 | node);
            }
        }
        int[] order = new int[nodes];
        int done = 0;
        while (!ready.isEmpty()) {
            int node = (int) ready.poll();
            order[done++] = node;
            for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                int consumer = graph.consumer(edge);
                if (--waiting[consumer] == 0) {
                    ready.add((long) preferred[consumer] << 32 | consumer);
                }
            }
        }
        return done == nodes ? order : Arrays.copyOf(order, done);
    }

    private static int[] levels(TaskGraph graph, int[] order) {
        int[] levels = new int[order.length];
        for (int node : order) {
            int next = levels[node] + 1;
            for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                int consumer = graph.consumer(edge);
                levels[consumer] = Math.max(levels[consumer], next);
            }
        }
        return levels;
    }
}
