package io.tidemark.viewer.model;

import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.deps.DependencyGraph;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToLongFunction;

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
        TaskIndex index = new TaskIndex(distinctIds(runs, graph, arguments), graph, arguments.size() > 0);
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

    private static long[] distinctIds(Runs runs, Optional<DependencyGraph> graph, ArgumentOrder arguments) {
        int nodes = graph.map(DependencyGraph::nodeCount).orElse(0);
        return merged(
                keys(nodes, node -> graph.get().taskId(node)),
                keys(runs.size(), runs::taskId),
                keys(arguments.size(), arguments::taskId));
    }

    /** Ids whose signed order is the unsigned one of tasks, ascending; most come so already. */
    private static long[] keys(int size, IntToLongFunction taskId) {
        long[] keys = new long[size];
        for (int at = 0; at < size; at++) {
            keys[at] = taskId.applyAsLong(at) ^ Long.MIN_VALUE;
        }
        return RowOrder.sorted(keys);
    }

    private static long[] merged(long[]... lists) {
        int[] next = new int[lists.length];
        long[] ids = new long[Arrays.stream(lists).mapToInt(list -> list.length).sum()];
        int size = 0;
        while (true) {
            boolean isAny = false;
            long least = Long.MAX_VALUE;
            for (int list = 0; list < lists.length; list++) {
                if (next[list] < lists[list].length) {
                    isAny = true;
                    least = Math.min(least, lists[list][next[list]]);
                }
            }
            if (!isAny) {
                return Arrays.copyOf(ids, size);
            }
            ids[size++] = least ^ Long.MIN_VALUE;
            for (int list = 0; list < lists.length; list++) {
                while (next[list] < lists[list].length && lists[list][next[list]] == least) {
                    next[list]++;
                }
            }
        }
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
