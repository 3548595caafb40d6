package io.tidemark.analysis.deps;

import io.tidemark.capture.graph.TopologicalOrder;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Finds the edges that say nothing new: those whose consumer is reached from the producer by
 * another way as well. Pure, any thread; works on all processors.
 *
 * <pre>
 *   positions in order:   ..... u ........ p .. v ....      edge u->v is redundant because u->..->p->v
 *   a sweep:              64 origins at once, one bit each; a node's word collects the words of its
 *                         neighbours; an edge is redundant when its origin's bit arrives by a detour
 * </pre>
 *
 * Short edges are swept backwards from 64 neighbouring consumers over a window. The window is as long as the longest of
 * these edges, so a graph with local edges costs time linear in its size. The few long edges are swept from whichever
 * end has fewer distinct nodes. Memory is two copies of the edges and one word per window node.
 */
public final class TransitiveReduction {
    private static final int SHORT_SPAN = 2048; // positions; beyond it a window costs more than it saves
    private static final int WORD = 64;

    private final TaskGraph graph;
    private final TopologicalOrder order;
    private final boolean[] redundant;

    private TransitiveReduction(TaskGraph graph, TopologicalOrder order) {
        this.graph = graph;
        this.order = order;
        redundant = new boolean[graph.edgeCount()];
    }

    /** The redundant edges by number. The graph must have no cycle. */
    public static BitSet redundantEdges(TaskGraph graph, TopologicalOrder order) {
        if (order.hasCycle()) {
            throw new IllegalArgumentException("order.hasCycle=true");
        }
        TransitiveReduction reduction = new TransitiveReduction(graph, order);
        reduction.run();
        BitSet found = new BitSet(graph.edgeCount());
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (reduction.redundant[edge]) {
                found.set(edge);
            }
        }
        return found;
    }

    private void run() {
        int nodes = graph.nodeCount();
        int[] shortReach = new int[nodes]; // per consumer position: longest short candidate into it
        int[] longBack = new int[nodes]; // the same for long candidates, by consumer
        int[] longAhead = new int[nodes]; // and by producer
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int producer = graph.producer(edge);
            int consumer = graph.consumer(edge);
            if (order.level(consumer) - order.level(producer) < 2) {
                continue; // a detour is at least two edges long, and each climbs a level
            }
            int from = order.position(producer);
            int to = order.position(consumer);
            if (to - from <= SHORT_SPAN) {
                shortReach[to] = Math.max(shortReach[to], to - from);
            } else {
                longBack[to] = Math.max(longBack[to], to - from);
                longAhead[from] = Math.max(longAhead[from], to - from);
            }
        }
        Sweep backward = Sweep.backward(graph, order, redundant);
        backward.all(reversed(shortReach));
        long fromConsumers = count(longBack);
        long fromProducers = count(longAhead);
        if (fromConsumers == 0) {
            return;
        }
        if (fromConsumers < fromProducers) {
            backward.all(reversed(longBack));
        } else {
            Sweep.forward(graph, order, redundant).all(longAhead);
        }
    }

    private static long count(int[] spans) {
        return IntStream.of(spans).filter(span -> span > 0).count();
    }

    private static int[] reversed(int[] spans) {
        int[] mirrored = new int[spans.length];
        for (int at = 0; at < spans.length; at++) {
            mirrored[spans.length - 1 - at] = spans[at];
        }
        return mirrored;
    }

    /**
     * One direction of travel. Positions grow in the direction of travel, so the backward sweep
     * sees a mirrored graph. Chunks of origins are independent: each edge is decided by one chunk
     * only.
     *
     * @param start where the inward edges of a position begin
     * @param neighbour the position that an inward edge comes from
     * @param edgeOf number in the graph of each inward edge
     */
    private record Sweep(int[] start, int[] neighbour, int[] edgeOf, boolean[] redundant) {
        static Sweep forward(TaskGraph graph, TopologicalOrder order, boolean[] redundant) {
            return of(graph, places(order, graph.nodeCount()), true, redundant);
        }

        static Sweep backward(TaskGraph graph, TopologicalOrder order, boolean[] redundant) {
            int[] mirrored = places(order, graph.nodeCount());
            for (int node = 0; node < mirrored.length; node++) {
                mirrored[node] = mirrored.length - 1 - mirrored[node];
            }
            return of(graph, mirrored, false, redundant);
        }

        private static int[] places(TopologicalOrder order, int nodes) {
            int[] places = new int[nodes];
            for (int at = 0; at < nodes; at++) {
                places[order.nodeAt(at)] = at;
            }
            return places;
        }

        private static Sweep of(TaskGraph graph, int[] places, boolean forward, boolean[] redundant) {
            int nodes = graph.nodeCount();
            int[] start = new int[nodes + 1];
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                start[places[arrival(graph, edge, forward)] + 1]++;
            }
            for (int at = 0; at < nodes; at++) {
                start[at + 1] += start[at];
            }
            int[] next = start.clone();
            int[] neighbour = new int[graph.edgeCount()];
            int[] edgeOf = new int[graph.edgeCount()];
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                int slot = next[places[arrival(graph, edge, forward)]]++;
                neighbour[slot] = places[arrival(graph, edge, !forward)];
                edgeOf[slot] = edge;
            }
            return new Sweep(start, neighbour, edgeOf, redundant);
        }

        private static int arrival(TaskGraph graph, int edge, boolean forward) {
            return forward ? graph.consumer(edge) : graph.producer(edge);
        }

        /** Sweeps from every position with a span above zero, as far as that span. */
        void all(int[] spans) {
            int[] origins =
                    IntStream.range(0, spans.length).filter(at -> spans[at] > 0).toArray();
            int[] ordinals = new int[spans.length];
            for (int ordinal = 0; ordinal < origins.length; ordinal++) {
                ordinals[origins[ordinal]] = ordinal + 1; // zero: no origin
            }
            IntStream.range(0, (origins.length + WORD - 1) / WORD)
                    .parallel()
                    .forEach(chunk -> chunk(chunk, origins, ordinals, spans));
        }

        private void chunk(int chunk, int[] origins, int[] ordinals, int[] spans) {
            int low = origins[chunk * WORD];
            int high = low;
            int firstOrdinal = chunk * WORD + 1;
            for (int at = chunk * WORD; at < Math.min(origins.length, (chunk + 1) * WORD); at++) {
                high = Math.max(high, origins[at] + spans[origins[at]]);
            }
            long[] reached = new long[high - low + 1];
            for (int at = low + 1; at <= high; at++) {
                long detour = 0;
                long direct = 0;
                for (int slot = start[at]; slot < start[at + 1]; slot++) {
                    int from = neighbour[slot];
                    if (from >= low) {
                        detour |= reached[from - low];
                        direct |= bit(ordinals[from] - firstOrdinal);
                    }
                }
                if ((detour & direct) != 0) {
                    mark(at, low, detour, ordinals, firstOrdinal);
                }
                reached[at - low] = detour | direct;
            }
        }

        private void mark(int at, int low, long detour, int[] ordinals, int firstOrdinal) {
            for (int slot = start[at]; slot < start[at + 1]; slot++) {
                int from = neighbour[slot];
                if (from >= low && (detour & bit(ordinals[from] - firstOrdinal)) != 0) {
                    redundant[edgeOf[slot]] = true;
                }
            }
        }

        private static long bit(int number) {
            return number >= 0 && number < WORD ? 1L << number : 0;
        }
    }
}
