package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.column.RowGroups;
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
        RowGroups byCore = runs.byCore().ordered(this::compareRows);
        for (int core : byFirstRow(byCore)) {
            scan(byCore, core);
        }
    }

    /** Cores in the order in which rows first name them. */
    private static int[] byFirstRow(RowGroups byCore) {
        int[] first = new int[byCore.count()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int core = 0; core < first.length; core++) {
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                first[core] = Math.min(first[core], byCore.row(at));
            }
        }
        return RowOrder.by(first.length, core -> first[core]);
    }

    private int compareRows(int row, int other) {
        int byStart = Long.compare(runs.start(row), runs.start(other));
        if (byStart != 0) {
            return byStart;
        }
        int byEnd = Long.compare(runs.end(row), runs.end(other));
        return byEnd != 0 ? byEnd : tasks.compareIdText(runs.task(row), runs.task(other));
    }

    private void scan(RowGroups byCore, int core) {
        int owner = NONE;
        long latest = 0;
        for (int at = byCore.begin(core); at < byCore.end(core); at++) {
            int row = byCore.row(at);
            int task = runs.task(row);
            boolean begins = runs.start(row) == tasks.start(task);
            boolean follows = owner != NONE && owner != task && latest <= tasks.start(task) + tolerance;
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
