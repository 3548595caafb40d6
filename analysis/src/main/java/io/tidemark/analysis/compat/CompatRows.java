package io.tidemark.analysis.compat;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The runs of kernels on cores, sorted by task id, with their times in microseconds; a missing
 * dispatch or finish reads 0.0. The first AIV slot in use names the kernel of both vector cores.
 * Times are worked out from ticks when asked for. Immutable.
 */
public final class CompatRows {
    private final SwimlaneTable table;
    private final Timeline timeline;
    private final int[] aicoreRow;
    private final int[] aicpuRow;
    private final int[] kernel;
    private final int highestCore;

    private CompatRows(SwimlaneTable table, Timeline timeline, int[] aicoreRow, int[] aicpuRow) {
        this.table = table;
        this.timeline = timeline;
        this.aicoreRow = aicoreRow;
        this.aicpuRow = aicpuRow;
        kernel = new int[aicoreRow.length];
        highestCore = IntStream.range(0, aicoreRow.length).map(this::core).max().orElse(-1);
    }

    static CompatRows of(SwimlaneTable table, Timeline timeline, Optional<DependencyGraph> graph) {
        AicoreRows aicore = table.aicore();
        int[] cores;
        int[] partners;
        if (table.aicpu().size() == 0) {
            cores = IntStream.range(0, table.level() == 1 ? aicore.size() : 0).toArray();
            partners = new int[cores.length];
            Arrays.fill(partners, RowPairs.NONE);
        } else {
            RowPairs pairs = RowPairs.of(table);
            partners =
                    IntStream.range(0, table.aicpu().size())
                            .filter(row -> pairs.aicoreRow(row) != RowPairs.NONE)
                            .toArray();
            cores = IntStream.of(partners).map(pairs::aicoreRow).toArray();
        }
        int[] order = RowOrder.by(cores.length, at -> aicore.taskId(cores[at]) ^ Long.MIN_VALUE);
        CompatRows rows =
                new CompatRows(
                        table,
                        timeline,
                        IntStream.of(order).map(at -> cores[at]).toArray(),
                        IntStream.of(order).map(at -> partners[at]).toArray());
        rows.nameKernels(graph);
        return rows;
    }

    /** Only files of microseconds have a column of functions for these tools. */
    private void nameKernels(Optional<DependencyGraph> graph) {
        boolean hasColumn = table.era().inMicroseconds();
        for (int row = 0; row < kernel.length; row++) {
            kernel[row] =
                    hasColumn ? table.aicore().functionId(aicoreRow[row]) : AicoreRows.NO_FUNCTION;
            if (kernel[row] < 0 && graph.isPresent()) {
                int node = graph.get().nodeOf(taskId(row));
                kernel[row] = graph.get().functionOn(node, coreType(row));
            }
        }
    }

    public int size() {
        return aicoreRow.length;
    }

    /** Largest core number of any row, -1 without rows. */
    public int highestCore() {
        return highestCore;
    }

    public long taskId(int row) {
        return table.aicore().taskId(aicoreRow[row]);
    }

    public int core(int row) {
        return table.aicore().core(aicoreRow[row]);
    }

    public CoreType coreType(int row) {
        return table.metadata().coreType(core(row));
    }

    /** Kernel id, -1 when unknown. */
    public int kernel(int row) {
        return kernel[row];
    }

    /** When the core read its dispatch register. */
    public double receive(int row) {
        return timeline.micros(table.aicore().receiveTick(aicoreRow[row]));
    }

    public double start(int row) {
        return timeline.micros(table.aicore().startTick(aicoreRow[row]));
    }

    public double end(int row) {
        return timeline.micros(table.aicore().endTick(aicoreRow[row]));
    }

    public double dispatch(int row) {
        int partner = aicpuRow[row];
        return partner < 0 ? 0.0 : timeline.micros(table.aicpu().dispatchTick(partner));
    }

    public double finish(int row) {
        int partner = aicpuRow[row];
        return partner < 0 ? 0.0 : timeline.micros(table.aicpu().finishTick(partner));
    }
}
