package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.join.TimeOrder;
import java.util.Arrays;

/** What ran on a task's core just before the task began, and until when. Immutable. */
final class CorePredecessors {
    /** Nothing ran there before. */
    static final int NONE = -1;

    private final PathTasks tasks;
    private final long tolerance;
    private final int[] previous;
    private final long[] previousEnd;

    CorePredecessors(PathTasks tasks, long tolerance) {
        this.tasks = tasks;
        this.tolerance = tolerance;
        previous = new int[tasks.timed()];
        Arrays.fill(previous, NONE);
        previousEnd = new long[tasks.timed()];
        int[] order = rowsByCore();
        int from = 0;
        while (from < order.length) {
            int to = from;
            while (to < order.length && tasks.rowCore(order[to]) == tasks.rowCore(order[from])) {
                to++;
            }
            TimeOrder.sort(order, from, to, this::compareRows);
            scan(order, from, to);
            from = to;
        }
    }

    /** Cores in the order in which rows first name them. */
    private int[] rowsByCore() {
        int highest = -1;
        for (int row = 0; row < tasks.rows(); row++) {
            highest = Math.max(highest, tasks.rowCore(row));
        }
        int[] place = new int[highest + 1];
        Arrays.fill(place, NONE);
        int cores = 0;
        int[] starts = new int[highest + 2];
        for (int row = 0; row < tasks.rows(); row++) {
            if (place[tasks.rowCore(row)] == NONE) {
                place[tasks.rowCore(row)] = cores++;
            }
            starts[place[tasks.rowCore(row)] + 1]++;
        }
        for (int core = 0; core < cores; core++) {
            starts[core + 1] += starts[core];
        }
        int[] order = new int[tasks.rows()];
        for (int row = 0; row < tasks.rows(); row++) {
            order[starts[place[tasks.rowCore(row)]]++] = row;
        }
        return order;
    }

    private int compareRows(int row, int other) {
        int byStart = Long.compare(tasks.rowStart(row), tasks.rowStart(other));
        if (byStart != 0) {
            return byStart;
        }
        int byEnd = Long.compare(tasks.rowEnd(row), tasks.rowEnd(other));
        return byEnd != 0 ? byEnd : tasks.compareIdText(tasks.rowTask(row), tasks.rowTask(other));
    }

    private void scan(int[] order, int from, int to) {
        int owner = NONE;
        long latest = 0;
        for (int at = from; at < to; at++) {
            int row = order[at];
            int task = tasks.rowTask(row);
            boolean begins = tasks.rowStart(row) == tasks.start(task);
            boolean follows =
                    owner != NONE && owner != task && latest <= tasks.start(task) + tolerance;
            if (begins && follows && (previous[task] == NONE || latest > previousEnd[task])) {
                previous[task] = owner;
                previousEnd[task] = latest;
            }
            if (owner == NONE || tasks.rowEnd(row) > latest) {
                owner = task;
                latest = tasks.rowEnd(row);
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
