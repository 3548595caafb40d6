package io.tidemark.analysis.convert.scene;

import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.KernelRuns;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * The rows of each core in order of time, and beside which others each of them can be drawn.
 * Immutable once made.
 */
public final class CoreLanes {
    private final RowGroups rows;
    private final int[] laneOfRow;
    private final int[] lanesOfCore;

    /** Lays out the wanted rows; a row lies between {@code begin} and {@code end}. */
    public CoreLanes(KernelRuns all, IntPredicate wanted, IntToLongFunction begin, IntToLongFunction end) {
        rows = all.byCore(wanted, begin);
        laneOfRow = new int[all.size()];
        lanesOfCore = new int[rows.count()];
        LaneAssignment lanes = new LaneAssignment(false);
        for (int core = 0; core < rows.count(); core++) {
            lanes.clear();
            for (int at = rows.begin(core); at < rows.end(core); at++) {
                int row = rows.row(at);
                laneOfRow[row] = lanes.add(begin.applyAsLong(row), end.applyAsLong(row));
            }
            lanesOfCore[core] = lanes.lanes();
        }
    }

    public int cores() {
        return lanesOfCore.length;
    }

    public int begin(int core) {
        return rows.begin(core);
    }

    public int end(int core) {
        return rows.end(core);
    }

    public int row(int at) {
        return rows.row(at);
    }

    public int lane(int row) {
        return laneOfRow[row];
    }

    public int lanes(int core) {
        return lanesOfCore[core];
    }

    /** Calls for the rows of one lane of a core, in order of time. */
    public void forEachRow(int core, int lane, IntConsumer drawn) {
        for (int at = rows.begin(core); at < rows.end(core); at++) {
            if (laneOfRow[rows.row(at)] == lane) {
                drawn.accept(rows.row(at));
            }
        }
    }
}
