package io.tidemark.capture.graph;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * The chain of nodes along edges whose weights add up to most. Of equal chains the one whose last
 * node comes first in the order, over the predecessors that are named first. Immutable; linear.
 *
 * @param length sum of the weights
 * @param nodes first to last
 */
public record LongestPath(long length, int[] nodes) {
    /**
     * @param order the nodes to look at; nodes it leaves out are no part of a chain
     * @param edges which predecessor positions of the graph may be followed
     * @param weight of a node, not negative
     */
    public static LongestPath of(Digraph graph, TopologicalOrder order, IntPredicate edges, IntToLongFunction weight) {
        long[] sum = new long[graph.nodeCount()];
        int[] before = new int[graph.nodeCount()];
        Arrays.fill(before, -1);
        int last = -1;
        for (int place = 0; place < order.size(); place++) {
            int node = order.nodeAt(place);
            long best = 0;
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                int from = graph.predecessor(at);
                if (sum[from] > best && edges.test(at)) {
                    best = sum[from];
                    before[node] = from;
                }
            }
            sum[node] = best + weight.applyAsLong(node);
            if (last < 0 || sum[node] > sum[last]) {
                last = node;
            }
        }
        int count = 0;
        for (int node = last; node >= 0; node = before[node]) {
            count++;
        }
        int[] nodes = new int[count];
        for (int node = last; node >= 0; node = before[node]) {
            nodes[--count] = node;
        }
        return new LongestPath(last < 0 ? 0 : sum[last], nodes);
    }
}
