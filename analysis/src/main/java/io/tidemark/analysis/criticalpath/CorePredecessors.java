package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.column.RowOrder;
import java.util.Arrays;

/** What ran on a task's core just before the task began, and until when. Immutable. */
final class CorePredecessors {
    /** Nothing ran there before. */
    static final int NONE = -1;

    private final TaskSpans tasks;
    private final PathRuns runs;
    private final long tolerance;
    private final int[] previous;
    private final long[] previousEnd;

    CorePredecessors(TaskSpans tasks, long tolerance) {
        this.tasks = tasks;
        this.runs = tasks.runs();
        this.tolerance = tolerance;
        previous = new int[tasks.size()];
        Arrays.fill(previous, NONE);
        previousEnd = new long[tasks.size()];
        int[] order = rowsByCore();
        int from = 0;
        while (from < order.length) {
            int to = from;
            while (to < order.length && runs.core(order[to]) == runs.core(order[from])) {
                to++;
            }
            RowOrder.sort(order, from, to, this::compareRows);
            scan(order, from, to);
            from = to;
        }
    }

    /** Cores in the order in which rows first name them. */
    private int[] rowsByCore() {
        int highest = -1;
        for (int row = 0; row < runs.size(); row++) {
            highest = Math.max(highest, runs.core(row));
        }
        int[] place = new int[highest + 1];
        Arrays.fill(place, NONE);
        int cores = 0;
        int[] starts = new int[highest + 2];
        for (int row = 0; row < runs.size(); row++) {
            if (place[runs.core(row)] == NONE) {
                place[runs.core(row)] = cores++;
            }
            starts[place[runs.core(row)] + 1]++;
        }
        for (int core = 0; core < cores; core++) {
            starts[core + 1] += starts[core];
        }
        int[] order = new int[runs.size()];
        for (int row = 0; row < runs.size(); row++) {
            order[starts[place[runs.core(row)]]++] = row;
        }
        return order;
    }

    private int compareRows(int row, int other) {
        int byStart = Long.compare(runs.start(row), runs.start(other));
        if (byStart != 0) {
            return byStart;
        }
        int byEnd = Long.compare(runs.end(row), runs.end(other));
        return byEnd != 0 ? byEnd : tasks.compareIdText(runs.task(row), runs.task(other));
    }

    private void scan(int[] order, int from, int to) {
        int owner = NONE;
        long latest = 0;
        for (int at = from; at < to; at++) {
            int row = order[at];
            int task = runs.task(row);
            boolean begins = runs.start(row) == tasks.start(task);
            boolean follows =
                    owner != NONE && owner != task && latest <= tasks.start(task) + tolerance;
            if (begins && follows && (previous[task] == NONE || latest > previousEnd[task])) {
                previous[task] = owner;
                previousEnd[task] = latest;
            }
            if (owner == NONE || runs.end(row) > latest) {
                owner = task;
                latest = runs.end(row);
            }
        }
    }

    /** The task that held the core before, or {@link #NONE}. */
    int previous(int task) {
        return previous[task];
    }

    /** When the task before this one left the core. */
    long previousEnd(int task) {
        return previousEnd[task];
    }
}
