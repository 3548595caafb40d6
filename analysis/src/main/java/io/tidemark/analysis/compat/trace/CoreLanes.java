package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.compat.RowsByCore;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * The rows of each core in order of time, and beside which others each of them can be drawn.
 * Immutable once made.
 */
final class CoreLanes {
    private final RowsByCore rows;
    private final int[] laneOfRow;
    private final int[] lanesOfCore;

    /** Lays out the wanted rows; a row lies between {@code begin} and {@code end}. */
    CoreLanes(
            CompatRows all,
            IntPredicate wanted,
            IntToDoubleFunction begin,
            IntToDoubleFunction end) {
        rows = new RowsByCore(all, wanted, begin);
        laneOfRow = new int[all.size()];
        lanesOfCore = new int[rows.cores()];
        LaneAssignment lanes = new LaneAssignment(false);
        for (int core = 0; core < rows.cores(); core++) {
            lanes.clear();
            for (int at = rows.begin(core); at < rows.end(core); at++) {
                int row = rows.row(at);
                laneOfRow[row] = lanes.add(begin.applyAsDouble(row), end.applyAsDouble(row));
            }
            lanesOfCore[core] = lanes.lanes();
        }
    }

    int cores() {
        return lanesOfCore.length;
    }

    int begin(int core) {
        return rows.begin(core);
    }

    int end(int core) {
        return rows.end(core);
    }

    int row(int at) {
        return rows.row(at);
    }

    int lane(int row) {
        return laneOfRow[row];
    }

    int lanes(int core) {
        return lanesOfCore[core];
    }
}
