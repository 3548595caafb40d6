package io.tidemark.viewer.model;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.viewer.timeline.SortedOrder;
import java.util.Optional;

/**
 * Every task anyone named, sorted by unsigned id: those that ran and those the graph knows but no
 * core ran. Immutable.
 */
public final class TaskIndex {
    private final long[] taskId;
    private final int[] node;
    private final int[] firstRun;

    private TaskIndex(long[] taskId, int[] node, int[] firstRun) {
        this.taskId = taskId;
        this.node = node;
        this.firstRun = firstRun;
    }

    public static TaskIndex of(Runs runs, Optional<DependencyGraph> graph) {
        int nodes = graph.map(DependencyGraph::nodeCount).orElse(0);
        long[] key = new long[nodes + runs.size()];
        int[] nodeOf = new int[key.length];
        int size = 0;
        for (int node = 0; node < nodes; node++) {
            nodeOf[size] = node;
            key[size++] = graph.get().taskId(node) ^ Long.MIN_VALUE;
        }
        for (int run = 0; run < runs.size(); run++) {
            boolean repeated = run > 0 && runs.taskId(run) == runs.taskId(run - 1);
            if (!repeated && runs.node(run) < 0) {
                nodeOf[size] = -1;
                key[size++] = runs.taskId(run) ^ Long.MIN_VALUE;
            }
        }
        int[] order = SortedOrder.by(key, size);
        long[] taskId = new long[size];
        int[] node = new int[size];
        int[] firstRun = new int[size];
        int run = 0;
        for (int at = 0; at < size; at++) {
            taskId[at] = key[order[at]] ^ Long.MIN_VALUE;
            node[at] = nodeOf[order[at]];
            while (run < runs.size() && Long.compareUnsigned(runs.taskId(run), taskId[at]) < 0) {
                run++;
            }
            firstRun[at] = run < runs.size() && runs.taskId(run) == taskId[at] ? run : -1;
        }
        return new TaskIndex(taskId, node, firstRun);
    }

    public int size() {
        return taskId.length;
    }

    public long taskId(int at) {
        return taskId[at];
    }

    /** -1 when the graph does not know it. */
    public int node(int at) {
        return node[at];
    }

    /** -1 when no core ran it. */
    public int firstRun(int at) {
        return firstRun[at];
    }
}
