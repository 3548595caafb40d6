package io.tidemark.capture.graph;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Answers whether one node can be reached from another. Most questions are answered from labels: a
 * random depth-first walk gives each node the interval of walk numbers below it, and a node that is
 * reachable has its interval inside. The rest are searched, pruned by the same labels. Not
 * thread-safe: the search keeps its marks.
 */
public final class Reachability {
    private static final int WALKS = 3; // each costs two ints per node; more helps little
    private static final long SEED = 0x7469_6465L; // fixed: the answer does not depend on it

    private final Digraph graph;
    private final TopologicalOrder order;
    private final int[][] lows = new int[WALKS][];
    private final int[][] numbers = new int[WALKS][];
    private final int[] marks;
    private int[] stack = new int[256];
    private int epoch;

    /** The graph must have no cycle. */
    public Reachability(Digraph graph, TopologicalOrder order) {
        this.graph = graph;
        this.order = order;
        marks = new int[graph.nodeCount()];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int walk = 0; walk < WALKS; walk++) {
            label(walk, random);
        }
    }

    /** True when one can be reached from the other, or they are one node. */
    public boolean isOrdered(int one, int other) {
        return one == other
                || (order.position(one) < order.position(other) ? reaches(one, other) : reaches(other, one));
    }

    /** True when there is a way from one to the other, or they are one node. */
    public boolean reaches(int from, int to) {
        if (from == to) {
            return true;
        }
        if (!mayReach(from, to)) {
            return false;
        }
        return search(from, to);
    }

    private boolean mayReach(int from, int to) {
        if (order.level(from) >= order.level(to)) {
            return false;
        }
        for (int walk = 0; walk < WALKS; walk++) {
            int[] low = lows[walk];
            int[] number = numbers[walk];
            if (low[to] < low[from] || number[to] > number[from]) {
                return false;
            }
        }
        return true;
    }

    /** Backwards, since fan-in is bounded by a task's arguments and fan-out by nothing. */
    private boolean search(int from, int to) {
        epoch++;
        int depth = 0;
        stack[depth++] = to;
        marks[to] = epoch;
        while (depth > 0) {
            int node = stack[--depth];
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                int producer = graph.predecessor(at);
                if (producer == from) {
                    return true;
                }
                if (marks[producer] != epoch && mayReach(from, producer)) {
                    marks[producer] = epoch;
                    if (depth == stack.length) {
                        stack = Arrays.copyOf(stack, depth * 2);
                    }
                    stack[depth++] = producer;
                }
            }
        }
        return false;
    }

    /** Numbers nodes as a walk leaves them; consumers are visited in a random rotation. */
    private void label(int walk, SplittableRandom random) {
        int nodes = graph.nodeCount();
        int[] low = new int[nodes];
        int[] number = new int[nodes];
        int[] cursor = new int[nodes];
        int[] turn = new int[nodes];
        int[] path = new int[nodes];
        int next = 1;
        int shift = nodes == 0 ? 0 : random.nextInt(nodes);
        for (int begin = 0; begin < nodes; begin++) {
            int root = (begin + shift) % nodes;
            if (number[root] != 0 || graph.inDegree(root) != 0) {
                continue;
            }
            int depth = 0;
            path[depth++] = root;
            low[root] = Integer.MAX_VALUE;
            while (depth > 0) {
                int node = path[depth - 1];
                int degree = graph.outDegree(node);
                if (cursor[node] == 0 && degree > 0) {
                    turn[node] = random.nextInt(degree);
                }
                if (cursor[node] < degree) {
                    int at = (cursor[node]++ + turn[node]) % degree;
                    int consumer = graph.successor(graph.firstSuccessor(node) + at);
                    if (number[consumer] == 0) {
                        low[consumer] = Integer.MAX_VALUE;
                        path[depth++] = consumer;
                    } else {
                        low[node] = Math.min(low[node], low[consumer]);
                    }
                } else {
                    number[node] = next++;
                    low[node] = Math.min(low[node], number[node]);
                    depth--;
                    if (depth > 0) {
                        int parent = path[depth - 1];
                        low[parent] = Math.min(low[parent], low[node]);
                    }
                }
            }
        }
        lows[walk] = low;
        numbers[walk] = number;
    }
}
