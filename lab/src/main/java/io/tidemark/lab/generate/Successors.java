package io.tidemark.lab.generate;

/** Who waits for a node of a plan: compressed rows. Immutable. */
final class Successors {
    private final int[] starts;
    private final int[] nodes;

    Successors(TaskPlan plan) {
        starts = new int[plan.size() + 1];
        nodes = new int[plan.edgeCount()];
        for (int at = 0; at < nodes.length; at++) {
            starts[plan.predecessor(at) + 1]++;
        }
        for (int node = 0; node < plan.size(); node++) {
            starts[node + 1] += starts[node];
        }
        int[] next = starts.clone();
        for (int node = 0; node < plan.size(); node++) {
            for (int at = plan.predecessorBegin(node); at < plan.predecessorEnd(node); at++) {
                nodes[next[plan.predecessor(at)]++] = node;
            }
        }
    }

    int begin(int node) {
        return starts[node];
    }

    int end(int node) {
        return starts[node + 1];
    }

    int successor(int at) {
        return nodes[at];
    }
}
