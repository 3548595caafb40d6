package io.tidemark.viewer.model;

import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;
import java.util.Optional;

/**
 * Every task anyone named, sorted by unsigned id: those that ran, those the graph knows but no core
 * ran, and those of which only arguments were kept. Immutable.
 */
public final class TaskIndex {
    private final long[] taskId;
    private final int[] firstRun;
    private final Optional<DependencyGraph> graph;
    private final int[] firstArgument; // of the next task, too; null when there are no arguments

    private TaskIndex(long[] taskId, Optional<DependencyGraph> graph, boolean hasArguments) {
        this.taskId = taskId;
        this.firstRun = new int[taskId.length];
        this.graph = graph;
        this.firstArgument = hasArguments ? new int[taskId.length + 1] : null;
    }

    static TaskIndex of(Runs runs, Optional<DependencyGraph> graph, ArgumentOrder arguments) {
        TaskIndex index =
                new TaskIndex(distinctIds(runs, graph, arguments), graph, arguments.size() > 0);
        int run = 0;
        int argument = 0;
        for (int at = 0; at < index.size(); at++) {
            long id = index.taskId[at];
            int first = run;
            while (run < runs.size() && runs.taskId(run) == id) {
                run++;
            }
            index.firstRun[at] = run > first ? first : -1;
            while (argument < arguments.size() && arguments.taskId(argument) == id) {
                argument++;
            }
            if (index.firstArgument != null) {
                index.firstArgument[at + 1] = argument;
            }
        }
        return index;
    }

    private static long[] distinctIds(
            Runs runs, Optional<DependencyGraph> graph, ArgumentOrder arguments) {
        int nodes = graph.map(DependencyGraph::nodeCount).orElse(0);
        long[] key = new long[nodes + runs.size() + arguments.size()];
        int size = 0;
        for (int node = 0; node < nodes; node++) {
            key[size++] = graph.get().taskId(node) ^ Long.MIN_VALUE; // signed order is now unsigned
        }
        for (int run = 0; run < runs.size(); run++) {
            key[size++] = runs.taskId(run) ^ Long.MIN_VALUE;
        }
        for (int argument = 0; argument < arguments.size(); argument++) {
            key[size++] = arguments.taskId(argument) ^ Long.MIN_VALUE;
        }
        Arrays.sort(key);
        int distinct = 0;
        for (int at = 0; at < size; at++) {
            if (distinct == 0 || key[at] != key[distinct - 1]) {
                key[distinct++] = key[at];
            }
        }
        long[] ids = new long[distinct];
        for (int at = 0; at < distinct; at++) {
            ids[at] = key[at] ^ Long.MIN_VALUE;
        }
        return ids;
    }

    public int size() {
        return taskId.length;
    }

    public long taskId(int at) {
        return taskId[at];
    }

    /** -1 when the graph does not know it. */
    public int node(int at) {
        return graph.isPresent() ? graph.get().nodeOf(taskId[at]) : -1;
    }

    /** -1 when no core ran it. */
    public int firstRun(int at) {
        return firstRun[at];
    }

    /** Position in the {@link ArgumentOrder}; meaningless when there are none. */
    public int firstArgument(int at) {
        return firstArgument == null ? 0 : firstArgument[at];
    }

    public int argumentCount(int at) {
        return firstArgument == null ? 0 : firstArgument[at + 1] - firstArgument[at];
    }
}
