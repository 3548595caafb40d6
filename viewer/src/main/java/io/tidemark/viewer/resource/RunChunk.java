package io.tidemark.viewer.resource;

import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.TimeAxis;
import java.util.Arrays;

/** Writes the runs of tasks, chunk by chunk: as a table, in order of begin, and with counters. */
final class RunChunk {
    private final CaptureView view;
    private int[] pmuRowOfRun;

    RunChunk(CaptureView view) {
        this.view = view;
    }

    /**
     * u64 task, i32 lane, name, node, core; f64 dispatch, receive, begin, end, finish (NaN
     * unknown); i32 1 if it had not ended, 2 if it lacks a stamp and so has no length.
     */
    byte[] table(int chunk) {
        Runs runs = view.runs();
        int from = chunk * Chunks.ROWS;
        return new Columns(Chunks.length(runs.size(), Chunks.ROWS, chunk))
                .longs(at -> runs.taskId(from + at))
                .ints(at -> runs.lane(from + at))
                .ints(at -> runs.name(from + at))
                .ints(at -> runs.node(from + at))
                .ints(at -> runs.core(from + at))
                .doubles(at -> time(runs.dispatchNanos(from + at)))
                .doubles(at -> time(runs.receiveNanos(from + at)))
                .doubles(at -> time(runs.beginNanos(from + at)))
                .doubles(at -> time(runs.endNanos(from + at)))
                .doubles(at -> time(runs.finishNanos(from + at)))
                .ints(at -> runs.isOpen(from + at) ? 1 : runs.isTimed(from + at) ? 0 : 2)
                .toBytes();
    }

    /** i32 run, name; sorted by begin. What a search for a kernel walks through. */
    byte[] order(int chunk) {
        int[] order = view.runs().byBegin();
        int from = chunk * Chunks.SEARCH_ROWS;
        return new Columns(Chunks.length(order.length, Chunks.SEARCH_ROWS, chunk))
                .ints(at -> order[from + at])
                .ints(at -> view.runs().name(order[from + at]))
                .toBytes();
    }

    /**
     * i32 lane; f64 begin, end (NaN when unknown); u64 task. Rows as in {@link #order}; what a
     * search for more than a kernel walks through.
     */
    byte[] facts(int chunk) {
        Runs runs = view.runs();
        int[] order = runs.byBegin();
        int from = chunk * Chunks.SEARCH_ROWS;
        return new Columns(Chunks.length(order.length, Chunks.SEARCH_ROWS, chunk))
                .ints(at -> runs.lane(order[from + at]))
                .doubles(at -> time(runs.beginNanos(order[from + at])))
                .doubles(at -> time(runs.endNanos(order[from + at])))
                .longs(at -> runs.taskId(order[from + at]))
                .toBytes();
    }

    /** f64 total cycles, then one f64 column per counter; NaN where the run has no counters. */
    byte[] counters(int chunk) {
        PmuTable pmu = view.pmu().orElseThrow();
        int[] rows = pmuRows(pmu);
        int from = chunk * Chunks.ROWS;
        Columns columns = new Columns(Chunks.length(rows.length, Chunks.ROWS, chunk));
        columns.doubles(at -> rows[from + at] < 0 ? Double.NaN : pmu.totalCycles(rows[from + at]));
        for (int index = 0; index < pmu.counterNames().size(); index++) {
            int counter = index;
            columns.doubles(at -> rows[from + at] < 0 ? Double.NaN : pmu.counter(rows[from + at], counter));
        }
        return columns.toBytes();
    }

    private synchronized int[] pmuRows(PmuTable pmu) {
        if (pmuRowOfRun == null) {
            Runs runs = view.runs();
            int[] rows = new int[runs.size()];
            Arrays.fill(rows, -1);
            for (int row = 0; row < pmu.size(); row++) {
                int run = runs.firstOf(pmu.taskId(row));
                boolean placed = false;
                while (run >= 0 && run < runs.size() && !placed) {
                    boolean same = runs.taskId(run) == pmu.taskId(row);
                    if (same && runs.core(run) == pmu.core(row) && rows[run] < 0) {
                        rows[run] = row;
                    }
                    placed = !same || rows[run] == row;
                    run++;
                }
            }
            pmuRowOfRun = rows;
        }
        return pmuRowOfRun;
    }

    static double time(long nanos) {
        return nanos == TimeAxis.NONE ? Double.NaN : nanos;
    }
}
