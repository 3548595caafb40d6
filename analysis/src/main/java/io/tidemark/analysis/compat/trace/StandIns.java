package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatRows;
import java.util.function.IntPredicate;

/**
 * Today's converter finds a slice by task and core, so where a core ran several blocks of a task
 * one of them stands for all: the last row among the worker's and among the scheduler's slices, the
 * one dispatched last for the scheduler's lane. Immutable.
 */
final class StandIns {
    private final int[] worker;
    private final int[] scheduled;
    private final int[] laned;

    StandIns(CompatRows rows, IntPredicate isScheduled, CoreLanes schedulerLanes) {
        worker = lastOnSameCore(rows);
        scheduled = worker.clone();
        for (int row = 0; row < worker.length; row++) {
            if (isScheduled.test(row)) {
                scheduled[worker[row]] = row;
            }
        }
        laned = worker.clone();
        for (int core = 0; core < schedulerLanes.cores(); core++) {
            for (int at = schedulerLanes.begin(core); at < schedulerLanes.end(core); at++) {
                int row = schedulerLanes.row(at);
                laned[worker[row]] = row;
            }
        }
    }

    /** Rows lie in order of task, so blocks of one task are neighbours. */
    private static int[] lastOnSameCore(CompatRows rows) {
        int[] last = new int[rows.size()];
        int[] lastOfCore = new int[rows.highestCore() + 1];
        for (int row = rows.size() - 1; row >= 0; row--) {
            int core = rows.core(row);
            int known = lastOfCore[core] - 1;
            boolean sameTask = known >= 0 && rows.taskId(known) == rows.taskId(row);
            last[row] = sameTask ? known : row;
            lastOfCore[core] = last[row] + 1;
        }
        return last;
    }

    /** The row whose slice of the worker view arrows go to. */
    int worker(int row) {
        return worker[row];
    }

    /** The row whose slice of the scheduler view arrows go to. */
    int scheduled(int row) {
        return scheduled[worker[row]];
    }

    /** The row on whose lane of the scheduler view this one is drawn. */
    int laned(int row) {
        return laned[worker[row]];
    }
}
