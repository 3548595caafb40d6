package io.tidemark.analysis.deps;

import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Places the nodes of a graph in rows by rank, producers above consumers, and orders each row by
 * the mean place of its neighbours. Allocations sink to just above their first consumer. A rank
 * with more nodes than fit becomes several rows. Time linear in nodes and edges per sweep.
 * Immutable result.
 *
 * @param row by node
 * @param column by node, from 0
 * @param rowSizes nodes of each row
 */
public record LayeredLayout(int[] row, int[] column, int[] rowSizes) {
    private static final int SWEEPS = 8; // crossings hardly fall after that
    private static final int LEAST_WIDTH = 24;

    public static LayeredLayout of(TaskGraph graph, TopologicalOrder order, BitSet edges) {
        int[] rank = ranks(graph, order);
        int[][] ranks = group(rank);
        Digraph shown = shown(graph, edges);
        double[] place = new double[graph.nodeCount()];
        for (int[] nodes : ranks) {
            spread(nodes, place);
        }
        double[] mean = new double[graph.nodeCount()];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int at = 0; at < ranks.length; at++) {
                int[] nodes = ranks[down ? at : ranks.length - 1 - at];
                means(nodes, shown, down, rank, place, mean);
                sort(nodes, mean, place);
                spread(nodes, place); // at once: the next rank looks at these places
            }
        }
        return rows(ranks, graph.nodeCount());
    }

    private static int[] ranks(TaskGraph graph, TopologicalOrder order) {
        int nodes = graph.nodeCount();
        int[] rank = new int[nodes];
        if (order.hasCycle()) {
            return cyclicRanks(graph);
        }
        for (int at = 0; at < nodes; at++) {
            int node = order.nodeAt(at);
            for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                int consumer = graph.consumer(edge);
                rank[consumer] = Math.max(rank[consumer], rank[node] + 1);
            }
        }
        for (int at = nodes - 1; at >= 0; at--) {
            int node = order.nodeAt(at);
            if (graph.fanIn(node) == 0 && graph.fanOut(node) > 0) {
                int first = Integer.MAX_VALUE;
                for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                    first = Math.min(first, rank[graph.consumer(edge)]);
                }
                rank[node] = first - 1;
            }
        }
        return rank;
    }

    /** With a cycle there is no rank; rows of equal length in order of the ids have to do. */
    private static int[] cyclicRanks(TaskGraph graph) {
        int width = width(graph.nodeCount());
        int[] rank = new int[graph.nodeCount()];
        for (int node = 0; node < rank.length; node++) {
            rank[node] = node / width;
        }
        return rank;
    }

    private static int width(int nodes) {
        return Math.max(LEAST_WIDTH, (int) Math.ceil(Math.sqrt(nodes * 2.0)));
    }

    private static int[][] group(int[] rank) {
        int highest = -1;
        for (int value : rank) {
            highest = Math.max(highest, value);
        }
        int[] sizes = new int[highest + 1];
        for (int value : rank) {
            sizes[value]++;
        }
        int[][] ranks = new int[highest + 1][];
        for (int at = 0; at <= highest; at++) {
            ranks[at] = new int[sizes[at]];
        }
        Arrays.fill(sizes, 0);
        for (int node = 0; node < rank.length; node++) {
            ranks[rank[node]][sizes[rank[node]]++] = node;
        }
        return ranks;
    }

    private static Digraph shown(TaskGraph graph, BitSet edges) {
        int[] from = edges.stream().map(graph::producer).toArray();
        int[] to = edges.stream().map(graph::consumer).toArray();
        return Digraph.of(graph.nodeCount(), from.length, edge -> from[edge], edge -> to[edge]);
    }

    /** Places the nodes of a rank evenly around zero. */
    private static void spread(int[] nodes, double[] place) {
        for (int at = 0; at < nodes.length; at++) {
            place[nodes[at]] = at - (nodes.length - 1) / 2.0;
        }
    }

    /** Mean place of the neighbours on one side, each weighing less the farther its rank is. */
    private static void means(int[] nodes, Digraph shown, boolean down, int[] rank, double[] place, double[] mean) {
        for (int node : nodes) {
            double sum = 0;
            double weight = 0;
            int begin = down ? shown.firstPredecessor(node) : shown.firstSuccessor(node);
            int end = down ? shown.endPredecessor(node) : shown.endSuccessor(node);
            for (int at = begin; at < end; at++) {
                int neighbour = down ? shown.predecessor(at) : shown.successor(at);
                double share = 1.0 / Math.max(1, Math.abs(rank[node] - rank[neighbour]));
                sum += place[neighbour] * share;
                weight += share;
            }
            mean[node] = weight == 0 ? place[node] : sum / weight;
        }
    }

    private static void sort(int[] nodes, double[] mean, double[] place) {
        Integer[] boxed = Arrays.stream(nodes).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, (one, other) -> {
            int byMean = Double.compare(mean[one], mean[other]);
            return byMean != 0 ? byMean : Double.compare(place[one], place[other]);
        });
        for (int at = 0; at < nodes.length; at++) {
            nodes[at] = boxed[at];
        }
    }

    private static LayeredLayout rows(int[][] ranks, int nodeCount) {
        int width = width(nodeCount);
        int[] row = new int[nodeCount];
        int[] column = new int[nodeCount];
        int[] sizes = new int[64];
        int rows = 0;
        for (int[] nodes : ranks) {
            int pieces = Math.max(1, (nodes.length + width - 1) / width);
            for (int piece = 0; piece < pieces; piece++) {
                if (rows == sizes.length) {
                    sizes = Arrays.copyOf(sizes, rows * 2);
                }
                // neighbours in order stay neighbours on the page: deal them out, do not cut
                for (int at = piece; at < nodes.length; at += pieces) {
                    row[nodes[at]] = rows;
                    column[nodes[at]] = sizes[rows]++;
                }
                rows++;
            }
        }
        return new LayeredLayout(row, column, Arrays.copyOf(sizes, rows));
    }
}
