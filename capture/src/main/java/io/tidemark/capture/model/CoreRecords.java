package io.tidemark.capture.model;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.FunctionSource;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Every record of a core as a run, joined with what a scheduler stamped of it. The kernel of a run
 * comes from the file, else from the graph, else from another channel. Immutable.
 */
final class CoreRecords implements RunSource {
    private final SwimlaneTable table;
    private final AicoreRows aicore;
    private final AicpuRows aicpu;
    private final RowPairs pairs;
    private final Moments moments;
    private final Supplier<Optional<DependencyGraph>> graph;
    private final FunctionSource others;

    CoreRecords(
            SwimlaneTable table, Moments moments, Supplier<Optional<DependencyGraph>> graph, FunctionSource others) {
        this.table = table;
        this.aicore = table.aicore();
        this.aicpu = table.aicpu();
        this.pairs = RowPairs.of(table);
        this.moments = moments;
        this.graph = graph;
        this.others = others;
    }

    @Override
    public int size() {
        return aicore.size();
    }

    @Override
    public long taskId(int run) {
        return aicore.taskId(run);
    }

    @Override
    public int core(int run) {
        return aicore.core(run);
    }

    /**
     * The graph names the AIC slot for an AIC core, and for an AIV core the slot of its place in
     * its cluster, or the one AIV slot in use.
     */
    @Override
    public int kernel(int run) {
        int kernel = aicore.functionId(run);
        if (kernel < 0) {
            kernel = graph.get().map(known -> kernelIn(known, run)).orElse(kernel);
        }
        return kernel >= 0 ? kernel : others.function(taskId(run), core(run));
    }

    private int kernelIn(DependencyGraph known, int run) {
        int node = known.nodeOf(taskId(run));
        int slot = table.metadata().vectorSlot(core(run));
        int own = slot < 0 ? -1 : known.kernel(node, slot);
        return own >= 0 ? own : known.functionOn(node, table.metadata().coreType(core(run)));
    }

    private long momentOrNone(long tick) {
        return tick <= 0 ? KernelRuns.NONE : moments.ofTick(tick);
    }

    @Override
    public long receive(int run) {
        return momentOrNone(aicore.receiveTick(run));
    }

    @Override
    public long start(int run) {
        return momentOrNone(aicore.startTick(run));
    }

    @Override
    public long end(int run) {
        return momentOrNone(aicore.endTick(run));
    }

    @Override
    public long dispatch(int run) {
        int partner = pairs.aicpuRow(run);
        return partner < 0 ? KernelRuns.NONE : momentOrNone(aicpu.dispatchTick(partner));
    }

    @Override
    public long finish(int run) {
        int partner = pairs.aicpuRow(run);
        return partner < 0 ? KernelRuns.NONE : momentOrNone(aicpu.finishTick(partner));
    }

    @Override
    public boolean isTimed(int run) {
        long start = aicore.startTick(run);
        return start > 0 && aicore.endTick(run) >= start;
    }

    @Override
    public boolean isFailed(int run) {
        return aicore.isFailed(run);
    }
}
