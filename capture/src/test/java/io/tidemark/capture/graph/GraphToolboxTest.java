package io.tidemark.capture.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every question to a graph against an obvious answer, on random graphs; the seed is printed. */
class GraphToolboxTest {
    /** A random graph: its edges as a list with repeats, and what is asked. */
    private record Sample(int nodes, int[][] edges, Digraph graph) {
        static Sample of(Random random, boolean mayHaveCycles) {
            int nodes = 1 + random.nextInt(24);
            int[][] edges = new int[random.nextInt(3 * nodes)][];
            int[] place = random.ints(nodes).toArray();
            for (int edge = 0; edge < edges.length; edge++) {
                int one = random.nextInt(nodes);
                int other = random.nextInt(nodes);
                boolean turn = !mayHaveCycles && place[one] > place[other];
                edges[edge] = turn ? new int[] {other, one} : new int[] {one, other};
            }
            int[][] kept = Arrays.stream(edges)
                    .filter(edge -> mayHaveCycles || edge[0] != edge[1])
                    .toArray(int[][]::new);
            Digraph graph = Digraph.of(nodes, kept.length, edge -> kept[edge][0], edge -> kept[edge][1]);
            return new Sample(nodes, kept, graph);
        }

        Set<Integer> neighbours(int node, int from, int to) {
            Set<Integer> found = new LinkedHashSet<>();
            for (int[] edge : edges) {
                if (edge[from] == node) {
                    found.add(edge[to]);
                }
            }
            return found;
        }

        /** Whether there is a way of at least one edge, by trying ever longer ones. */
        boolean hasWay(int from, int to) {
            Set<Integer> reached = new LinkedHashSet<>(neighbours(from, 0, 1));
            boolean grows = true;
            while (grows) {
                grows = false;
                for (int node : List.copyOf(reached)) {
                    grows |= reached.addAll(neighbours(node, 0, 1));
                }
            }
            return reached.contains(to);
        }

        long longestTo(int node, long[] weight) {
            long before = 0;
            for (int from : neighbours(node, 1, 0)) {
                before = Math.max(before, longestTo(from, weight));
            }
            return before + weight[node];
        }
    }

    @Test
    void bothDirectionsHoldEachEdgeOnceInTheOrderOfTheEdges() {
        Seeds.each(300, seed -> {
            Sample sample = Sample.of(Seeds.random(seed), true);
            Digraph graph = sample.graph.withNodes(sample.nodes + 2);
            int edges = 0;
            for (int node = 0; node < sample.nodes; node++) {
                Set<Integer> out = sample.neighbours(node, 0, 1);
                assertThat(successors(graph, node)).containsExactlyElementsOf(out);
                assertThat(predecessors(graph, node))
                        .containsExactlyInAnyOrderElementsOf(sample.neighbours(node, 1, 0));
                edges += out.size();
            }
            assertThat(graph.edgeCount()).isEqualTo(edges);
            assertThat(graph.outDegree(sample.nodes + 1)).isZero();
            assertThat(graph.inDegree(sample.nodes + 1)).isZero();
        });
    }

    @Test
    void anOrderPutsEveryNodeBeforeItsSuccessorsOrNamesACycle() {
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            Sample sample = Sample.of(random, random.nextBoolean());
            boolean isCyclic = false;
            for (int node = 0; node < sample.nodes; node++) {
                isCyclic |= sample.hasWay(node, node);
            }
            long[] rank = random.longs(sample.nodes, 0, 1L << 32).toArray();
            for (TopologicalOrder order : List.of(
                    TopologicalOrder.of(sample.graph), TopologicalOrder.near(sample.graph, node -> rank[node]))) {
                assertThat(order.hasCycle()).isEqualTo(isCyclic);
                checkOrder(sample, order);
                checkCycle(sample, order.cycle(), isCyclic);
            }
        });
    }

    private static void checkOrder(Sample sample, TopologicalOrder order) {
        for (int node = 0; node < sample.nodes; node++) {
            boolean isBehindCycle = sample.hasWay(node, node);
            for (int other = 0; other < sample.nodes; other++) {
                isBehindCycle |= sample.hasWay(other, other) && sample.hasWay(other, node);
            }
            assertThat(order.position(node) < 0).isEqualTo(isBehindCycle);
        }
        for (int[] edge : sample.edges) {
            if (order.position(edge[1]) >= 0) {
                assertThat(order.position(edge[0])).isBetween(0, order.position(edge[1]) - 1);
                assertThat(order.level(edge[0])).isLessThan(order.level(edge[1]));
            }
        }
    }

    private static void checkCycle(Sample sample, int[] cycle, boolean isCyclic) {
        assertThat(cycle.length > 0).isEqualTo(isCyclic);
        for (int at = 0; at < cycle.length; at++) {
            assertThat(sample.graph.edge(cycle[at], cycle[(at + 1) % cycle.length]))
                    .isNotNegative();
        }
    }

    @Test
    void reachabilityIsThatOfTryingEveryWay() {
        Seeds.each(200, seed -> {
            Sample sample = Sample.of(Seeds.random(seed), false);
            Reachability reachability = new Reachability(sample.graph, TopologicalOrder.of(sample.graph));
            for (int from = 0; from < sample.nodes; from++) {
                for (int to = 0; to < sample.nodes; to++) {
                    assertThat(reachability.reaches(from, to))
                            .as("%d to %d", from, to)
                            .isEqualTo(from == to || sample.hasWay(from, to));
                }
            }
        });
    }

    @Test
    void theLongestPathIsThatOfAllChains() {
        Seeds.each(200, seed -> {
            Random random = Seeds.random(seed);
            Sample sample = Sample.of(random, false);
            long[] weight = random.longs(sample.nodes, 0, 100).toArray();
            LongestPath path =
                    LongestPath.of(sample.graph, TopologicalOrder.of(sample.graph), at -> true, node -> weight[node]);
            long longest = 0;
            for (int node = 0; node < sample.nodes; node++) {
                longest = Math.max(longest, sample.longestTo(node, weight));
            }
            assertThat(path.length()).isEqualTo(longest);
            assertThat(Arrays.stream(path.nodes())
                            .mapToLong(node -> weight[node])
                            .sum())
                    .isEqualTo(longest);
            for (int at = 1; at < path.nodes().length; at++) {
                assertThat(sample.graph.edge(path.nodes()[at - 1], path.nodes()[at]))
                        .isNotNegative();
            }
        });
    }

    private static List<Integer> successors(Digraph graph, int node) {
        List<Integer> found = new ArrayList<>();
        for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
            found.add(graph.successor(at));
        }
        return found;
    }

    private static List<Integer> predecessors(Digraph graph, int node) {
        List<Integer> found = new ArrayList<>();
        for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
            found.add(graph.predecessor(at));
        }
        return found;
    }
}
