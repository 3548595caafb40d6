package io.tidemark.capture.graph;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * An order of the nodes of a graph in which every node comes before its successors, or, where a
 * cycle forbids it, of the nodes that lie neither on a cycle nor behind one. Immutable; any thread
 * may read.
 */
public final class TopologicalOrder {
    /** Decides which edges count. */
    public interface EdgeFilter {
        /** Every edge. */
        EdgeFilter ALL = (from, to) -> true;

        /** Every edge but those of a node to itself. */
        EdgeFilter NO_LOOPS = (from, to) -> from != to;

        boolean keeps(int from, int to);
    }

    private final Digraph graph;
    private final EdgeFilter filter;
    private final int[] order;
    private int[] positions;
    private int[] levels;

    private TopologicalOrder(Digraph graph, EdgeFilter filter, int[] order) {
        this.graph = graph;
        this.filter = filter;
        this.order = order;
    }

    /** Nodes that wait for nothing first in, first out; roots by their number. Linear. */
    public static TopologicalOrder of(Digraph graph) {
        return of(graph, EdgeFilter.ALL);
    }

    /** The same for some of the edges. */
    public static TopologicalOrder of(Digraph graph, EdgeFilter filter) {
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        int[] queue = new int[nodes];
        int end = 0;
        for (int node = 0; node < nodes; node++) {
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                waiting[node] += filter.keeps(graph.predecessor(at), node) ? 1 : 0;
            }
            if (waiting[node] == 0) {
                queue[end++] = node;
            }
        }
        for (int head = 0; head < end; head++) {
            int node = queue[head];
            for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                int next = graph.successor(at);
                if (filter.keeps(node, next) && --waiting[next] == 0) {
                    queue[end++] = next;
                }
            }
        }
        return new TopologicalOrder(graph, filter, end == nodes ? queue : Arrays.copyOf(queue, end));
    }

    /**
     * As close to the order of a rank as the edges allow: the node with the least rank that waits
     * for nothing comes next, equal ranks by number. Linear when the rank itself is such an order.
     *
     * @param rank of a node, from 0 to 2^32
     */
    public static TopologicalOrder near(Digraph graph, IntToLongFunction rank) {
        int nodes = graph.nodeCount();
        long[] keys = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            keys[node] = rank.applyAsLong(node) << 31 | node;
        }
        Arrays.sort(keys);
        int[] wanted = new int[nodes];
        int[] place = new int[nodes];
        for (int at = 0; at < nodes; at++) {
            wanted[at] = (int) (keys[at] & Integer.MAX_VALUE);
            place[wanted[at]] = at;
        }
        return new TopologicalOrder(graph, EdgeFilter.ALL, respects(graph, place) ? wanted : leastFirst(graph, place));
    }

    private static boolean respects(Digraph graph, int[] place) {
        for (int node = 0; node < graph.nodeCount(); node++) {
            for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                if (place[node] >= place[graph.successor(at)]) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int[] leastFirst(Digraph graph, int[] place) {
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        LongHeap ready = new LongHeap();
        for (int node = 0; node < nodes; node++) {
            waiting[node] = graph.inDegree(node);
            if (waiting[node] == 0) {
                ready.add((long) place[node] << 32 | node);
            }
        }
        int[] order = new int[nodes];
        int done = 0;
        while (!ready.isEmpty()) {
            int node = (int) ready.poll();
            order[done++] = node;
            for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                int next = graph.successor(at);
                if (--waiting[next] == 0) {
                    ready.add((long) place[next] << 32 | next);
                }
            }
        }
        return done == nodes ? order : Arrays.copyOf(order, done);
    }

    /** Nodes that have a place: all of them unless there is a cycle. */
    public int size() {
        return order.length;
    }

    public boolean hasCycle() {
        return order.length < graph.nodeCount();
    }

    public int nodeAt(int position) {
        return order[position];
    }

    /** The place of a node, -1 for one on or behind a cycle. */
    public int position(int node) {
        return positions()[node];
    }

    private synchronized int[] positions() {
        if (positions == null) {
            int[] places = new int[graph.nodeCount()];
            Arrays.fill(places, -1);
            for (int at = 0; at < order.length; at++) {
                places[order[at]] = at;
            }
            positions = places;
        }
        return positions;
    }

    /** Edges on the longest way to a node from any node without predecessors. */
    public int level(int node) {
        return levels()[node];
    }

    private synchronized int[] levels() {
        if (levels == null) {
            int[] depth = new int[graph.nodeCount()];
            for (int node : order) {
                for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                    int next = graph.successor(at);
                    if (filter.keeps(node, next)) {
                        depth[next] = Math.max(depth[next], depth[node] + 1);
                    }
                }
            }
            levels = depth;
        }
        return levels;
    }

    /**
     * The nodes of one cycle in order, each a predecessor of the next and the last of the first;
     * empty when there is none. Every node without a place has a predecessor without one, so a walk
     * back over them comes to a node again.
     */
    public int[] cycle() {
        if (!hasCycle()) {
            return new int[0];
        }
        int node = 0;
        while (position(node) >= 0) {
            node++;
        }
        int[] stepOf = new int[graph.nodeCount()];
        int[] walk = new int[graph.nodeCount()];
        int steps = 0;
        while (stepOf[node] == 0) {
            walk[steps] = node;
            stepOf[node] = ++steps;
            int at = graph.firstPredecessor(node);
            while (position(graph.predecessor(at)) >= 0 || !filter.keeps(graph.predecessor(at), node)) {
                at++;
            }
            node = graph.predecessor(at);
        }
        int[] cycle = new int[steps - stepOf[node] + 1];
        for (int at = 0; at < cycle.length; at++) {
            cycle[at] = walk[steps - 1 - at];
        }
        return cycle;
    }
}
