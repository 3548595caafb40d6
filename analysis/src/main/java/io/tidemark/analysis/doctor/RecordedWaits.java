package io.tidemark.analysis.doctor;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.names.KernelNames;
import java.util.BitSet;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Who waited for a task, by the graph that was recorded. For a run that was killed: its region says
 * what was on the cores and nothing of the tasks behind, but whatever needs the result of a task on
 * a core cannot have run. Immutable.
 *
 * @param direct how many tasks need its result themselves
 * @param all how many need it, directly or through others
 */
public record RecordedWaits(int direct, int all, String firstOnes) {
    private static final int MOST_NAMED = 8;

    /** Empty when the graph does not know the task. */
    public static Optional<RecordedWaits> of(DependencyGraph graph, KernelNames names, long taskId) {
        int root = graph.nodeOf(taskId);
        if (root == DependencyGraph.NO_NODE) {
            return Optional.empty();
        }
        Digraph links = graph.links();
        BitSet reached = new BitSet(graph.nodeCount());
        int[] queue = new int[graph.nodeCount()];
        int end = 0;
        queue[end++] = root;
        reached.set(root);
        for (int at = 0; at < end; at++) {
            for (int i = links.firstSuccessor(queue[at]); i < links.endSuccessor(queue[at]); i++) {
                int next = links.successor(i);
                if (!reached.get(next)) {
                    reached.set(next);
                    queue[end++] = next;
                }
            }
        }
        StringJoiner first = new StringJoiner(", ");
        for (int at = 1; at < Math.min(end, 1 + MOST_NAMED); at++) {
            first.add(label(graph, names, queue[at]));
        }
        int direct = links.outDegree(root);
        return Optional.of(new RecordedWaits(direct, end - 1, first.toString()));
    }

    private static String label(DependencyGraph graph, KernelNames names, int node) {
        String task = TaskId.label(graph.taskId(node));
        int kernel = graph.firstKernel(node);
        return kernel < 0 ? task : task + " " + names.of(kernel);
    }

    /** One line. */
    public String text() {
        if (all == 0) {
            return "by the recorded graph no task waits for it";
        }
        return "by the recorded graph %d tasks wait for it, %d of them directly: %s%s"
                .formatted(all, direct, firstOnes, all > MOST_NAMED ? " and %d more".formatted(all - MOST_NAMED) : "");
    }
}
