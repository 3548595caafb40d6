package io.tidemark.analysis.scope;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * How many entries of the dependency pool a scope needs at most. A task takes one entry per
 * producer that has not ended when the task is submitted. It gives the entries back when its scope
 * ends. A run in which producers end later takes more entries, up to one per producer. One use, one
 * thread.
 */
final class ScopeDependencies {
    private final TreeMap<Long, Long> producersBefore = new TreeMap<>(); // by task id, sum up to it
    private final long all;

    ScopeDependencies(DependencyGraph graph) {
        long[] producers = producers(graph);
        TreeMap<Long, Long> byTask = new TreeMap<>();
        for (int node = 0; node < producers.length; node++) {
            if (producers[node] > 0) {
                byTask.put(graph.taskId(node), producers[node]);
            }
        }
        long sum = 0;
        for (var task : byTask.entrySet()) {
            producersBefore.put(task.getKey(), sum);
            sum += task.getValue();
        }
        all = sum;
    }

    /** The most that one scope of a ring needs. */
    long most(ScopePairs pairs, int ring) {
        long most = 0;
        for (int pair = 0; pair < pairs.size(); pair++) {
            if (pairs.ring(pair) == ring) {
                long first = (long) ring << 32 | pairs.firstTask(pair);
                long end = (long) ring << 32 | pairs.endTask(pair);
                most = Math.max(most, before(end) - before(first));
            }
        }
        return most;
    }

    private long before(long taskId) {
        var next = producersBefore.ceilingEntry(taskId);
        return next == null ? all : next.getValue();
    }

    /** Different producers of each node; memory has ended before anybody can wait for it. */
    private static long[] producers(DependencyGraph graph) {
        DependencyEdges edges = graph.edges();
        long[] pairs = new long[edges.size()];
        for (int edge = 0; edge < pairs.length; edge++) {
            pairs[edge] = (long) edges.successor(edge) << 32 | edges.predecessor(edge);
        }
        Arrays.sort(pairs);
        long[] counts = new long[graph.nodeCount()];
        for (int i = 0; i < pairs.length; i++) {
            boolean repeated = i > 0 && pairs[i] == pairs[i - 1];
            if (!repeated && graph.kind((int) pairs[i]) != NodeKind.ALLOC) {
                counts[(int) (pairs[i] >>> 32)]++;
            }
        }
        return counts;
    }
}
