package io.tidemark.analysis.convert.arrow;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.util.Arrays;

/**
 * Between which rows of a task arrows are drawn: all of them, but of a task that runs one kernel in
 * many blocks only the earliest of each kernel. One list per task, in one view. Immutable.
 */
public final class Anchors {
    private final int[] starts;
    private final int[] rows;

    private Anchors(int[] starts, int[] rows) {
        this.starts = starts;
        this.rows = rows;
    }

    /** How early a row begins in a view. */
    public interface BeginOfRow {
        long begin(int row);
    }

    public static Anchors of(CaptureModel model, BeginOfRow view) {
        int units = model.tasks().size();
        int[] starts = new int[units + 1];
        IntColumn rows = new IntColumn();
        for (int unit = 0; unit < units; unit++) {
            starts[unit] = rows.size();
            int first = model.tasks().firstRun(unit);
            int end = first + model.tasks().runCount(unit);
            if (end - first > 1 && model.isSpmd(unit)) {
                earliestByKernel(model.runs(), view, first, end, rows);
            } else {
                for (int row = first; row < end; row++) {
                    rows.add(row);
                }
            }
        }
        starts[units] = rows.size();
        int[] dense = new int[rows.size()];
        Arrays.setAll(dense, rows::get);
        return new Anchors(starts, dense);
    }

    private static void earliestByKernel(KernelRuns rows, BeginOfRow view, int first, int end, IntColumn chosen) {
        int begin = chosen.size();
        for (int row = first; row < end; row++) {
            int at = begin;
            while (at < chosen.size() && rows.kernel(chosen.get(at)) != rows.kernel(row)) {
                at++;
            }
            if (at == chosen.size()) {
                chosen.add(row);
            } else if (isEarlier(rows, view, row, chosen.get(at))) {
                chosen.set(at, row);
            }
        }
    }

    private static boolean isEarlier(KernelRuns rows, BeginOfRow view, int row, int other) {
        int order = Long.compare(view.begin(row), view.begin(other));
        return order < 0 || order == 0 && rows.core(row) < rows.core(other);
    }

    public int begin(int unit) {
        return unit < starts.length - 1 ? starts[unit] : 0;
    }

    public int end(int unit) {
        return unit < starts.length - 1 ? starts[unit + 1] : 0;
    }

    public int row(int at) {
        return rows[at];
    }
}
