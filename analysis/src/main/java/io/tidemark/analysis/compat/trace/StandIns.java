package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.RowPlaces;
import io.tidemark.capture.model.KernelRuns;
import java.util.function.IntPredicate;

/**
 * Which row represents the blocks of a task on one core. The converter of simpler finds a slice by
 * task and core, so one block represents all blocks of the task on that core. Among the worker's
 * and the scheduler's slices it is the last row. For the scheduler's lane it is the row dispatched
 * last. A core has one thread in the worker view. Immutable.
 */
final class StandIns implements RowPlaces {
    private final KernelRuns rows;
    private final CoreLanes schedulerLanes;
    private final int[] worker;
    private final int[] scheduled;
    private final int[] laned;

    StandIns(KernelRuns rows, IntPredicate isScheduled, CoreLanes schedulerLanes) {
        this.rows = rows;
        this.schedulerLanes = schedulerLanes;
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

    /** Rows are in order of task, so blocks of one task are neighbours. */
    private static int[] lastOnSameCore(KernelRuns rows) {
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

    @Override
    public int workerTid(int row) {
        return TraceIds.core(rows.core(row));
    }

    @Override
    public int schedulerTid(int row) {
        return TraceIds.core(rows.core(row)) + schedulerLanes.lane(laned[worker[row]]);
    }

    @Override
    public int workerEnd(int row) {
        return worker[row];
    }

    @Override
    public int schedulerEnd(int row) {
        return scheduled[worker[row]];
    }
}
