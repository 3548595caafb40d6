package io.tidemark.capture.swimlane;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * The graph that files of eras A and B carry inside their tasks, for captures without a dependency
 * file. Stateless; any thread.
 */
public final class FanoutGraph {
    private static final int SLOTS = 3;

    private FanoutGraph() {}

    /**
     * The graph; empty when the table names no successors. Tasks come in the order of their rows.
     */
    public static Optional<DependencyGraph> of(SwimlaneTable table) {
        return table.fanout().map(fanout -> build(table, fanout));
    }

    private static DependencyGraph build(SwimlaneTable table, EmbeddedFanout fanout) {
        AicoreRows rows = table.aicore();
        LongIndex tasks = new LongIndex();
        int[] firstRow = new int[rows.size()];
        int[] kernels = new int[rows.size() * SLOTS];
        Arrays.fill(kernels, DependencyGraph.NO_KERNEL);
        for (int row = 0; row < rows.size(); row++) {
            int known = tasks.size();
            int task = tasks.add(rows.taskId(row));
            if (task == known) {
                firstRow[task] = row;
            }
            boolean aic = table.metadata().coreType(rows.core(row)) == CoreType.AIC;
            kernels[task * SLOTS + (aic ? 0 : 1)] = rows.functionId(row);
        }
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        for (int task = 0; task < tasks.size(); task++) {
            builder.addTask(tasks.key(task), false, false, 1);
            if (kernels[task * SLOTS] >= 0 || kernels[task * SLOTS + 1] >= 0) {
                builder.kernelsOfLastTask(kernels[task * SLOTS], kernels[task * SLOTS + 1], DependencyGraph.NO_KERNEL);
            }
        }
        for (int task = 0; task < tasks.size(); task++) {
            int row = firstRow[task]; // every row of a task repeats its list
            for (int at = fanout.begin(row); at < fanout.end(row); at++) {
                builder.addEdge(tasks.key(task), fanout.successor(at), DependencyEdges.NO_ARGUMENT, EdgeSource.UNKNOWN);
            }
        }
        return builder.build();
    }
}
