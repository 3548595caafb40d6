package io.tidemark.capture.swimlane;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
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
    private final LongIndex known = new LongIndex(); // the builder continues to use it
    private final ByteColumn kinds = new ByteColumn(); // by known task
    private final int[] kernels; // by known task and slot
    private final int[] rows; // by known task: on AIC cores, on AIV cores
    private final DependencyGraphBuilder builder = new DependencyGraphBuilder(known);

    private FaninGraph(SwimlaneTable table, TaskFanin fanin) {
        this.table = table;
        this.fanin = fanin;
        takeSubmits();
        int[] taskOfRow = takeRows();
        kernels = new int[known.size() * SLOTS];
        rows = new int[known.size() * 2];
        Arrays.fill(kernels, NONE);
        nameRows(taskOfRow);
    }

    /** The graph; empty when the table names no producers. Tasks come in submit order. */
    public static Optional<DependencyGraph> of(SwimlaneTable table) {
        return table.fanin().map(fanin -> new FaninGraph(table, fanin).build());
    }

    private DependencyGraph build() {
        int tasks = known.size();
        for (int task = 0; task < tasks; task++) {
            addTask(task);
        }
        for (int row = 0; row < fanin.rows(); row++) {
            if (fanin.kind(row) != TaskFanin.FORGOTTEN) {
                addEdges(row);
            }
        }
        return builder.build();
    }

    private void addEdges(int row) {
        int task = DependencyGraph.NO_NODE;
        for (int at = fanin.begin(row); at < fanin.end(row); at++) {
            int producer = builder.node(fanin.producer(at));
            task = task == DependencyGraph.NO_NODE ? builder.node(fanin.taskId(row)) : task;
            builder.addEdge(producer, task);
        }
    }

    private void takeSubmits() {
        for (int row = 0; row < fanin.rows(); row++) {
            int kind = fanin.kind(row);
            if (kind != TaskFanin.CONTINUED && kind != TaskFanin.FORGOTTEN) {
                take(fanin.taskId(row), kind);
            }
        }
    }

    private int take(long taskId, int kind) {
        int task = known.add(taskId);
        if (task == kinds.size()) {
            kinds.add((byte) kind);
        }
        return task;
    }

    /** The task of each row; it is a kernel's where the record of its submit is lost. */
    private int[] takeRows() {
        AicoreRows aicore = table.aicore();
        int[] taskOfRow = new int[aicore.size()];
        for (int row = 0; row < taskOfRow.length; row++) {
            taskOfRow[row] = take(aicore.taskId(row), TaskFanin.KERNEL);
        }
        return taskOfRow;
    }

    private void nameRows(int[] taskOfRow) {
        AicoreRows aicore = table.aicore();
        for (int row = 0; row < taskOfRow.length; row++) {
            int task = taskOfRow[row];
            int core = aicore.core(row);
            boolean aic = table.metadata().coreType(core) == CoreType.AIC;
            int slot = aic ? 0 : Math.max(1, table.metadata().vectorSlot(core));
            kernels[task * SLOTS + slot] = aicore.functionId(row);
            rows[task * 2 + (aic ? 0 : 1)]++;
        }
    }

    private void addTask(int task) {
        boolean ran = rows[task * 2] + rows[task * 2 + 1] > 0;
        int kind = kinds.get(task);
        builder.addTask(known.key(task), false, false, ran ? blocks(task) : 1);
        if (kind == TaskFanin.DUMMY) {
            builder.kernelsOfLastTask(NONE, NONE, NONE);
        } else if (ran) {
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
