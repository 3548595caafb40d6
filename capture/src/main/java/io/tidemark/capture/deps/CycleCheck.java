package io.tidemark.capture.deps;

import java.util.ArrayList;
import java.util.List;

/** Looks for a dependency cycle in linear time. Stateless; any thread. */
public final class CycleCheck {
    private CycleCheck() {}

    /** Node numbers of one cycle in edge direction, empty when the graph has none. */
    public static List<Integer> findCycle(DependencyGraph graph) {
        Adjacency successors = Adjacency.successorsOf(graph);
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        for (int at = 0; at < successors.size(); at++) {
            waiting[successors.neighbour(at)]++;
        }
        int[] ready = new int[nodes];
        int end = 0;
        for (int node = 0; node < nodes; node++) {
            if (waiting[node] == 0) {
                ready[end++] = node;
            }
        }
        for (int next = 0; next < end; next++) {
            int node = ready[next];
            for (int at = successors.begin(node); at < successors.end(node); at++) {
                if (--waiting[successors.neighbour(at)] == 0) {
                    ready[end++] = successors.neighbour(at);
                }
            }
        }
        return end == nodes ? List.of() : walkCycle(graph, waiting);
    }

    /** Every node left over has a predecessor left over, so walking backward must meet itself. */
    private static List<Integer> walkCycle(DependencyGraph graph, int[] waiting) {
        Adjacency predecessors = Adjacency.predecessorsOf(graph);
        int node = 0;
        while (waiting[node] == 0) {
            node++;
        }
        int[] stepOf = new int[waiting.length];
        List<Integer> walk = new ArrayList<>();
        while (stepOf[node] == 0) {
            walk.add(node);
            stepOf[node] = walk.size();
            int previous = -1;
            for (int at = predecessors.begin(node); at < predecessors.end(node); at++) {
                if (waiting[predecessors.neighbour(at)] > 0) {
                    previous = predecessors.neighbour(at);
                }
            }
            node = previous;
        }
        return walk.subList(stepOf[node] - 1, walk.size()).reversed();
    }
}
