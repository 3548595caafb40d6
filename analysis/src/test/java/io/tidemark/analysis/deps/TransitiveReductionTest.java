package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.graph.Reachability;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransitiveReductionTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anEdgeIsRedundantExactlyWhenADetourExists(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            int nodes = 2 + random.nextInt(180);
            TaskGraph graph = randomGraph(random, nodes, random.nextInt(nodes * 4));
            TopologicalOrder order = graph.order();
            assertThat(TransitiveReduction.redundantEdges(graph, order))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(naive(graph));
        }
    }

    /** Spans beyond the window take the other path through the code. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void longEdgesAreJudgedLikeShortOnes(long seed) {
        Random random = new Random(seed);
        int nodes = 9_000;
        List<int[]> edges = new ArrayList<>();
        for (int node = 1; node < nodes; node++) {
            if (random.nextInt(4) > 0) {
                edges.add(new int[] {Math.max(0, node - 1 - random.nextInt(5)), node});
            }
            if (random.nextInt(40) == 0) {
                edges.add(new int[] {random.nextInt(node), node});
            }
        }
        int hub = random.nextInt(20);
        for (int node = 4_000; node < nodes; node += 300) {
            edges.add(new int[] {hub, node});
        }
        TaskGraph graph = TaskGraph.ofNumbered(nodes, edges.toArray(int[][]::new));
        TopologicalOrder order = graph.order();
        assertThat(TransitiveReduction.redundantEdges(graph, order))
                .as("seed %d", seed)
                .isEqualTo(naive(graph));
    }

    @Test
    void theReductionKeepsEveryPathAndNoEdgeTooMany() {
        Random random = new Random(77);
        TaskGraph graph = randomGraph(random, 300, 1_500);
        BitSet redundant = TransitiveReduction.redundantEdges(graph, graph.order());
        TaskGraph reduced = without(graph, redundant);
        for (int node = 0; node < graph.nodeCount(); node++) {
            assertThat(reached(reduced, node, -1)).isEqualTo(reached(graph, node, -1));
        }
        assertThat(naive(reduced).cardinality()).isZero();
    }

    @Test
    void aCycleIsNamedInsteadOfReduced() {
        TaskGraph graph = TaskGraph.ofNumbered(6, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}});
        TopologicalOrder order = graph.order();
        assertThat(order.hasCycle()).isTrue();
        int[] cycle = order.cycle();
        assertThat(cycle).containsExactlyInAnyOrder(1, 2, 3);
        for (int at = 0; at < cycle.length; at++) {
            assertThat(graph.edge(cycle[at], cycle[(at + 1) % cycle.length])).isNotNegative();
        }
    }

    @Test
    void aTaskThatWaitsForItselfIsACycle() {
        TopologicalOrder order =
                TaskGraph.ofNumbered(2, new int[][] {{0, 1}, {1, 1}}).order();
        assertThat(order.hasCycle()).isTrue();
        assertThat(order.cycle()).containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24})
    void reachabilityAgreesWithASearch(long seed) {
        Random random = new Random(seed);
        int nodes = 150;
        TaskGraph graph = randomGraph(random, nodes, 260);
        Reachability reachability = new Reachability(graph.links(), graph.order());
        for (int from = 0; from < nodes; from++) {
            BitSet reached = reached(graph, from, -1);
            for (int to = 0; to < nodes; to++) {
                assertThat(reachability.reaches(from, to))
                        .as("seed %d: %d to %d", seed, from, to)
                        .isEqualTo(from == to || reached.get(to));
            }
        }
    }

    /** Ids are shuffled, so that neither ids nor numbers follow the order of the graph. */
    static TaskGraph randomGraph(Random random, int nodes, int edges) {
        List<Integer> label = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            label.add(node);
        }
        Collections.shuffle(label, random);
        int[][] list = new int[edges][];
        for (int edge = 0; edge < edges; edge++) {
            int from = random.nextInt(nodes);
            int to = random.nextInt(nodes);
            while (to == from) {
                to = random.nextInt(nodes);
            }
            list[edge] = new int[] {label.get(Math.min(from, to)), label.get(Math.max(from, to))};
        }
        return TaskGraph.ofNumbered(nodes, list);
    }

    private static TaskGraph without(TaskGraph graph, BitSet removed) {
        List<int[]> edges = new ArrayList<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (!removed.get(edge)) {
                edges.add(new int[] {graph.producer(edge), graph.consumer(edge)});
            }
        }
        return TaskGraph.ofNumbered(graph.nodeCount(), edges.toArray(int[][]::new));
    }

    private static BitSet naive(TaskGraph graph) {
        BitSet redundant = new BitSet();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (reached(graph, graph.producer(edge), edge).get(graph.consumer(edge))) {
                redundant.set(edge);
            }
        }
        return redundant;
    }

    private static BitSet reached(TaskGraph graph, int from, int exceptEdge) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int node = open.removeLast();
            for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
                if (edge != exceptEdge && !seen.get(graph.consumer(edge))) {
                    seen.set(graph.consumer(edge));
                    open.add(graph.consumer(edge));
                }
            }
        }
        return seen;
    }
}
