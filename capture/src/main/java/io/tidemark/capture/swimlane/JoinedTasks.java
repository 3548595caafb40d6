package io.tidemark.capture.swimlane;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.deps.DependencyGraph;

/**
 * The runs of tasks on cores: AICore and AICPU rows joined on (core, register task id), stably
 * sorted by unsigned task id. A SPMD or MIX task appears once per core row. Holds row numbers only;
 * times come from the table. Immutable after {@link #resolveFunctions}; any thread may read.
 */
public final class JoinedTasks {
    private final SwimlaneTable table;
    private final int[] aicoreRow;
    private final int[] aicpuRow;
    private final int[] functionId;
    private final Unmatched unmatched;

    /**
     * What the join could not pair.
     *
     * @param aicpuRows AICPU rows without AICore partner
     * @param aicoreRows AICore rows without AICPU partner, 0 at level 1
     * @param duplicateKeys AICore rows whose (core, register task id) came again later; the last
     *     one wins
     * @param firstDuplicateRow AICore row that was replaced first, -1 when none was
     * @param aicpuRowsByCore the first number by core
     */
    public record Unmatched(
            int aicpuRows,
            int aicoreRows,
            int duplicateKeys,
            int firstDuplicateRow,
            int[] aicpuRowsByCore) {}

    JoinedTasks(
            SwimlaneTable table,
            int[] aicoreRow,
            int[] aicpuRow,
            int[] functionId,
            Unmatched unmatched) {
        this.table = table;
        this.aicoreRow = aicoreRow;
        this.aicpuRow = aicpuRow;
        this.functionId = functionId;
        this.unmatched = unmatched;
    }

    public static JoinedTasks join(SwimlaneTable table, JoinMode mode) {
        return new TaskJoin(table, mode).run();
    }

    /**
     * Gives every row without a function the kernel the graph names: the AIC slot on an AIC core,
     * on an AIV core the slot of its place in its cluster, or the one AIV slot in use. Ids the file
     * itself wrote stay.
     */
    public void resolveFunctions(DependencyGraph graph) {
        resolve(graph, true);
    }

    /** The same as today's tools do it: the first AIV slot in use names both vector cores. */
    public void resolveFunctionsAsToday(DependencyGraph graph) {
        resolve(graph, false);
    }

    /** Gives rows that still have no function the one that another channel names. */
    public void resolveFunctions(FunctionSource source) {
        for (int task = 0; task < functionId.length; task++) {
            if (functionId[task] < 0) {
                functionId[task] = source.function(taskId(task), core(task));
            }
        }
    }

    private void resolve(DependencyGraph graph, boolean byPlace) {
        for (int task = 0; task < functionId.length; task++) {
            if (functionId[task] < 0) {
                int node = graph.nodeOf(taskId(task));
                int own = byPlace ? table.metadata().vectorSlot(core(task)) : -1;
                int kernel = own < 0 ? -1 : graph.kernel(node, own);
                functionId[task] = kernel >= 0 ? kernel : graph.functionOn(node, coreType(task));
            }
        }
    }

    public SwimlaneTable table() {
        return table;
    }

    public Unmatched unmatched() {
        return unmatched;
    }

    public int size() {
        return aicoreRow.length;
    }

    /** Row in {@link SwimlaneTable#aicore}. */
    public int aicoreRow(int task) {
        return aicoreRow[task];
    }

    /** Row in {@link SwimlaneTable#aicpu}, -1 when the scheduler left none. */
    public int aicpuRow(int task) {
        return aicpuRow[task];
    }

    /** True when its kernel threw. */
    public boolean isFailed(int task) {
        return table.aicore().isFailed(aicoreRow[task]);
    }

    public long taskId(int task) {
        return table.aicore().taskId(aicoreRow[task]);
    }

    public int core(int task) {
        return table.aicore().core(aicoreRow[task]);
    }

    public CoreType coreType(int task) {
        return table.metadata().coreType(core(task));
    }

    /** Kernel id, -1 when unknown. */
    public int functionId(int task) {
        return functionId[task];
    }

    public long startTick(int task) {
        return table.aicore().startTick(aicoreRow[task]);
    }

    public long endTick(int task) {
        return table.aicore().endTick(aicoreRow[task]);
    }

    public long receiveTick(int task) {
        return table.aicore().receiveTick(aicoreRow[task]);
    }

    /** 0 when the scheduler left no stamp. */
    public long dispatchTick(int task) {
        return aicpuRow[task] < 0 ? 0 : table.aicpu().dispatchTick(aicpuRow[task]);
    }

    /** 0 when the scheduler left no stamp. */
    public long finishTick(int task) {
        return aicpuRow[task] < 0 ? 0 : table.aicpu().finishTick(aicpuRow[task]);
    }

    /** True when the core stamped both ends of the run, the start first. */
    public boolean isTimed(int task) {
        return startTick(task) > 0 && endTick(task) >= startTick(task);
    }

    public boolean hasDispatch(int task) {
        return dispatchTick(task) > 0;
    }
}
