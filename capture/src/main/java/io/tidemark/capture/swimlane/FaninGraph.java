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
 * The graph that a swimlane carries from level 2 on, for captures without a dependency file: edges
 * by ids alone. Kernels and blocks of a task are those that its rows on cores show; of a task that
 * no core ran they are not known. Used once, by one thread.
 */
public final class FaninGraph {
    private static final int SLOTS = 3;
    private static final int NONE = DependencyGraph.NO_KERNEL;

    private final SwimlaneTable table;
    private final TaskFanin fanin;
    private final LongIndex ran = new LongIndex();
    private final int[] kernels; // by task that ran and slot
    private final int[] rows; // by task that ran: on AIC cores, on AIV cores
    private final DependencyGraphBuilder builder = new DependencyGraphBuilder();

    private FaninGraph(SwimlaneTable table, TaskFanin fanin) {
        this.table = table;
        this.fanin = fanin;
        int most = table.aicore().size();
        kernels = new int[most * SLOTS];
        rows = new int[most * 2];
        Arrays.fill(kernels, NONE);
    }

    /** The graph; empty when the table names no producers. Tasks come in submit order. */
    public static Optional<DependencyGraph> of(SwimlaneTable table) {
        return table.fanin().map(fanin -> new FaninGraph(table, fanin).build());
    }

    private DependencyGraph build() {
        takeRows();
        for (int row = 0; row < fanin.rows(); row++) {
            if (fanin.kind(row) != TaskFanin.CONTINUED && fanin.kind(row) != TaskFanin.FORGOTTEN) {
                addTask(fanin.taskId(row), fanin.kind(row));
            }
        }
        for (int task = 0; task < ran.size(); task++) {
            addTask(ran.key(task), TaskFanin.KERNEL); // where the record of its submit is lost
        }
        for (int row = 0; row < fanin.rows(); row++) {
            boolean names = fanin.kind(row) != TaskFanin.FORGOTTEN;
            for (int at = fanin.begin(row); names && at < fanin.end(row); at++) {
                builder.addEdge(
                        fanin.producer(at),
                        fanin.taskId(row),
                        DependencyEdges.NO_ARGUMENT,
                        EdgeSource.UNKNOWN);
            }
        }
        return builder.build();
    }

    private void takeRows() {
        AicoreRows aicore = table.aicore();
        for (int row = 0; row < aicore.size(); row++) {
            int task = ran.add(aicore.taskId(row));
            int core = aicore.core(row);
            boolean aic = table.metadata().coreType(core) == CoreType.AIC;
            int slot = aic ? 0 : Math.max(1, table.metadata().vectorSlot(core));
            kernels[task * SLOTS + slot] = aicore.functionId(row);
            rows[task * 2 + (aic ? 0 : 1)]++;
        }
    }

    private void addTask(long taskId, int kind) {
        int task = ran.find(taskId);
        int blocks = task == LongIndex.ABSENT ? 1 : blocks(task);
        if (!builder.addTask(taskId, false, false, blocks)) {
            return;
        }
        if (kind == TaskFanin.DUMMY) {
            builder.kernelsOfLastTask(NONE, NONE, NONE);
        } else if (task != LongIndex.ABSENT) {
            nameKernels(task);
        }
        if (kind == TaskFanin.PREDICATED) {
            builder.predicateOfLastTask();
        }
    }

    /** A block of a task on one vector core may run on either of a cluster. */
    private boolean runsOnAnyVectorCore(int task) {
        int first = kernels[task * SLOTS + 1];
        int second = kernels[task * SLOTS + 2];
        return rows[task * 2] == 0 && (first == NONE || second == NONE || first == second);
    }

    private int blocks(int task) {
        if (runsOnAnyVectorCore(task)) {
            return rows[task * 2 + 1];
        }
        int vectors = 0;
        for (int slot = 1; slot < SLOTS; slot++) {
            vectors += kernels[task * SLOTS + slot] == NONE ? 0 : 1;
        }
        int aic = rows[task * 2];
        return Math.max(1, aic > 0 ? aic : rows[task * 2 + 1] / Math.max(1, vectors));
    }

    private void nameKernels(int task) {
        int aic = kernels[task * SLOTS];
        int first = kernels[task * SLOTS + 1];
        int second = kernels[task * SLOTS + 2];
        if (runsOnAnyVectorCore(task)) {
            first = Math.max(first, second);
            second = NONE;
        }
        if (aic != NONE || first != NONE || second != NONE) {
            builder.kernelsOfLastTask(aic, first, second);
        }
    }
}
