package io.tidemark.capture.model;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.FunctionSource;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Every run of a kernel on a core, in columns of primitives, sorted by unsigned task id and in file
 * order within a task: the runs of a task stand together. A task in several blocks or of several
 * kernels has several runs. Times are nanoseconds on the axis of the capture, {@link #NONE} where
 * there is no stamp; a negative time is a time. Immutable; any thread may read.
 */
public final class KernelRuns {
    /** No stamp; before every time. */
    public static final long NONE = Long.MIN_VALUE;

    private final long[] taskId;
    private final int[] core;
    private final int[] kernel;
    private final long[] receive;
    private final long[] start;
    private final long[] end;
    private final long[] dispatch;
    private final long[] finish;
    private final BitSet timed = new BitSet();
    private final BitSet failed = new BitSet();
    private final List<CoreType> coreTypes;
    private int highestCore = -1;

    private KernelRuns(int size, List<CoreType> coreTypes) {
        this.coreTypes = coreTypes;
        taskId = new long[size];
        core = new int[size];
        kernel = new int[size];
        receive = new long[size];
        start = new long[size];
        end = new long[size];
        dispatch = new long[size];
        finish = new long[size];
    }

    /** The table of a capture without a swimlane. */
    public static KernelRuns none() {
        return new KernelRuns(0, List.of());
    }

    /**
     * Joins what cores and schedulers stamped. The kernel of a run comes from the file, else from
     * the graph, else from {@code others}.
     */
    static KernelRuns of(
            SwimlaneTable table,
            Timeline axis,
            Optional<DependencyGraph> graph,
            FunctionSource others) {
        AicoreRows aicore = table.aicore();
        AicpuRows aicpu = table.aicpu();
        RowPairs pairs = RowPairs.of(table);
        int[] order = RowOrder.by(aicore.size(), row -> aicore.taskId(row) ^ Long.MIN_VALUE);
        KernelRuns runs = new KernelRuns(order.length, table.metadata().coreTypes());
        for (int run = 0; run < order.length; run++) {
            int row = order[run];
            int partner = pairs.aicpuRow(row);
            long startTick = aicore.startTick(row);
            long endTick = aicore.endTick(row);
            runs.taskId[run] = aicore.taskId(row);
            runs.core[run] = aicore.core(row);
            runs.receive[run] = axis.nanosOrNone(aicore.receiveTick(row));
            runs.start[run] = axis.nanosOrNone(startTick);
            runs.end[run] = axis.nanosOrNone(endTick);
            runs.dispatch[run] = partner < 0 ? NONE : axis.nanosOrNone(aicpu.dispatchTick(partner));
            runs.finish[run] = partner < 0 ? NONE : axis.nanosOrNone(aicpu.finishTick(partner));
            runs.timed.set(run, startTick > 0 && endTick >= startTick);
            runs.failed.set(run, aicore.isFailed(row));
            runs.highestCore = Math.max(runs.highestCore, runs.core[run]);
            runs.kernel[run] = aicore.functionId(row);
        }
        runs.nameKernels(table.metadata(), graph, others);
        return runs;
    }

    /**
     * The graph names the AIC slot for an AIC core, and for an AIV core the slot of its place in
     * its cluster, or the one AIV slot in use.
     */
    private void nameKernels(
            SwimlaneMetadata metadata, Optional<DependencyGraph> graph, FunctionSource others) {
        for (int run = 0; run < kernel.length; run++) {
            if (kernel[run] < 0 && graph.isPresent()) {
                int node = graph.get().nodeOf(taskId[run]);
                int slot = metadata.vectorSlot(core[run]);
                int own = slot < 0 ? -1 : graph.get().kernel(node, slot);
                kernel[run] = own >= 0 ? own : graph.get().functionOn(node, coreType(run));
            }
            if (kernel[run] < 0) {
                kernel[run] = others.function(taskId[run], core[run]);
            }
        }
    }

    public int size() {
        return taskId.length;
    }

    /** Largest core number of any run, -1 without runs. */
    public int highestCore() {
        return highestCore;
    }

    public long taskId(int run) {
        return taskId[run];
    }

    public int core(int run) {
        return core[run];
    }

    /** The type of its core; a core that no list names counts as AIV. */
    public CoreType coreType(int run) {
        return core[run] < coreTypes.size() ? coreTypes.get(core[run]) : CoreType.AIV;
    }

    /** Kernel id, -1 when unknown. */
    public int kernel(int run) {
        return kernel[run];
    }

    /** When the core read its dispatch register. */
    public long receive(int run) {
        return receive[run];
    }

    public long start(int run) {
        return start[run];
    }

    public long end(int run) {
        return end[run];
    }

    /** When a scheduler sent it to the core. */
    public long dispatch(int run) {
        return dispatch[run];
    }

    /** When a scheduler saw that it had ended. */
    public long finish(int run) {
        return finish[run];
    }

    public boolean hasDispatch(int run) {
        return dispatch[run] != NONE;
    }

    public boolean hasFinish(int run) {
        return finish[run] != NONE;
    }

    /** True when the core stamped both ends, the start first; only such runs have a length. */
    public boolean isTimed(int run) {
        return timed.get(run);
    }

    /** Runs that have a length. */
    public int timedCount() {
        return timed.cardinality();
    }

    /** True when its kernel threw: its end is the moment of that. */
    public boolean isFailed(int run) {
        return failed.get(run);
    }
}
