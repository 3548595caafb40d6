package io.tidemark.analysis.join;

import java.util.Arrays;

/**
 * When the data of each task was there. A task no core ran (dummy, allocation, skipped) passes on
 * what it waited for, so it neither cuts the graph nor costs time of its own. Immutable; linear in
 * the edges. Tasks on a cycle of such nodes count as having no producers.
 */
public final class Readiness {
    private final Run run;
    private final double[] completion;

    public Readiness(Run run) {
        this.run = run;
        completion = new double[run.index().size()];
        Arrays.fill(completion, Double.NEGATIVE_INFINITY);
        RunRows rows = run.rows();
        for (int row = 0; row < rows.size(); row++) {
            int unit = run.index().unitOfRow(row);
            completion[unit] = Math.max(completion[unit], rows.end(row));
        }
        run.graph().ifPresent(this::passOn);
    }

    /** Gives nodes without rows the latest completion of their producers, in topological order. */
    private void passOn(RunGraph graph) {
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        int[] queue = new int[nodes];
        int size = 0;
        for (int node = 0; node < nodes; node++) {
            if (run.index().hasRows(node)) {
                continue;
            }
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                waiting[node] += run.index().hasRows(graph.predecessor(at)) ? 0 : 1;
            }
            if (waiting[node] == 0) {
                queue[size++] = node;
            }
        }
        for (int next = 0; next < size; next++) {
            int node = queue[next];
            completion[node] = dataReady(graph, node);
            for (int edge = graph.firstSuccessor(node); edge < graph.endSuccessor(node); edge++) {
                int consumer = graph.successor(edge);
                if (!run.index().hasRows(consumer) && --waiting[consumer] == 0) {
                    queue[size++] = consumer;
                }
            }
        }
    }

    private double dataReady(RunGraph graph, int node) {
        double latest = Double.NEGATIVE_INFINITY;
        for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
            int producer = graph.predecessor(at);
            if (producer != node) {
                latest = Math.max(latest, completion[producer]);
            }
        }
        return latest;
    }

    /** When the last producer of a task ended, in microseconds; negative infinity for a root. */
    public double dataReady(int unit) {
        return run.graph().isPresent() && run.index().isNode(unit)
                ? dataReady(run.graph().get(), unit)
                : Double.NEGATIVE_INFINITY;
    }

    /** When a task ended, or what it waited for if no core ran it. */
    public double completion(int unit) {
        return completion[unit];
    }
}
