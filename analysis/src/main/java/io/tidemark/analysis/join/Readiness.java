package io.tidemark.analysis.join;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * When the data of each task was there. A task no core ran (dummy, allocation, skipped) passes on
 * what it waited for, so it neither cuts the graph nor costs time of its own. Immutable; linear in
 * the edges. Tasks on a cycle of such nodes count as having no producers.
 */
public final class Readiness {
    private final Optional<RunGraph> graph;
    private final double[] completion;

    /** From the ends of the tasks of a run, in microseconds. */
    public Readiness(Run run) {
        this(run.graph(), endsOf(run));
    }

    private Readiness(Optional<RunGraph> graph, double[] ends) {
        this.graph = graph;
        this.completion = ends;
        graph.ifPresent(this::passOn);
    }

    private static double[] endsOf(Run run) {
        double[] ends = none(run.index().size());
        RunRows rows = run.rows();
        for (int row = 0; row < rows.size(); row++) {
            int unit = run.index().unitOfRow(row);
            ends[unit] = Math.max(ends[unit], rows.end(row));
        }
        return ends;
    }

    private static double[] none(int size) {
        double[] ends = new double[size];
        Arrays.fill(ends, Double.NEGATIVE_INFINITY);
        return ends;
    }

    /** Gives nodes no core ran the latest completion of their producers, in topological order. */
    private void passOn(RunGraph graph) {
        int nodes = graph.nodeCount();
        BitSet ran = new BitSet(nodes);
        for (int node = 0; node < nodes; node++) {
            ran.set(node, completion[node] > Double.NEGATIVE_INFINITY);
        }
        int[] waiting = new int[nodes];
        int[] queue = new int[nodes];
        int size = 0;
        for (int node = ran.nextClearBit(0); node < nodes; node = ran.nextClearBit(node + 1)) {
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                waiting[node] += ran.get(graph.predecessor(at)) ? 0 : 1;
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
                if (!ran.get(consumer) && --waiting[consumer] == 0) {
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

    /** When the last producer of a task ended; negative infinity for a root. */
    public double dataReady(int unit) {
        return graph.isPresent() && unit < graph.get().nodeCount()
                ? dataReady(graph.get(), unit)
                : Double.NEGATIVE_INFINITY;
    }

    /** When a task ended, or what it waited for if no core ran it. */
    public double completion(int unit) {
        return completion[unit];
    }
}
