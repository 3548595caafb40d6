package io.tidemark.analysis.deps;

/** Finds one cycle among the nodes that no order could place. Pure. */
final class CycleSearch {
    private CycleSearch() {}

    /**
     * Walks backwards from an unplaced node over unplaced producers (each has one, or it would have
     * been placed) until a node comes again.
     */
    static int[] in(TaskGraph graph, int[] placed) {
        boolean[] isPlaced = new boolean[graph.nodeCount()];
        for (int node : placed) {
            isPlaced[node] = true;
        }
        int[] stepOf = new int[graph.nodeCount()];
        int[] walk = new int[graph.nodeCount() + 1];
        int node = 0;
        while (isPlaced[node]) {
            node++;
        }
        int steps = 0;
        while (stepOf[node] == 0) {
            walk[steps] = node;
            stepOf[node] = ++steps;
            node = unplacedProducer(graph, isPlaced, node);
        }
        int first = stepOf[node] - 1;
        int[] cycle = new int[steps - first];
        for (int at = 0; at < cycle.length; at++) {
            cycle[at] = walk[steps - 1 - at]; // the walk went from consumers to producers
        }
        return cycle;
    }

    private static int unplacedProducer(TaskGraph graph, boolean[] isPlaced, int node) {
        Adjacency producers = graph.producers();
        for (int at = producers.start()[node]; at < producers.start()[node + 1]; at++) {
            if (!isPlaced[producers.node()[at]]) {
                return producers.node()[at];
            }
        }
        throw new IllegalStateException("node=" + node + " waits for nothing");
    }
}
