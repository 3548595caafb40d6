package io.tidemark.analysis.convert;

import io.tidemark.analysis.join.RunIndex;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.TimeOrder;
import io.tidemark.capture.swimlane.PhaseKind;
import java.util.Arrays;

/**
 * Which complete phase noticed the end of each task, and how many rows each of them noticed. Needs
 * to know which thread serves a core; without that it knows nothing. Immutable.
 */
final class Completions {
    private final TraceScene scene;
    private final PhaseLocator completes;
    private final int[] finishRows;
    private final int[] phaseOfUnit;
    private final int[] lastRowOfUnit;

    Completions(TraceScene scene) {
        this.scene = scene;
        completes = new PhaseLocator(scene.run, kind -> kind == PhaseKind.COMPLETE);
        finishRows = new int[scene.phases.size()];
        RunIndex index = scene.run.index();
        phaseOfUnit = TraceScene.filled(index.size(), PhaseLocator.NONE);
        lastRowOfUnit = TraceScene.filled(index.size(), RunIndex.NONE);
        if (scene.hasPhases() && scene.knowsThreads()) {
            countRows();
            for (int unit = 0; unit < index.size(); unit++) {
                attribute(unit);
            }
        }
    }

    private void countRows() {
        RunRows rows = scene.rows;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.finish(row) >= 0) {
                int phase = completes.atOrAfter(scene.threadOf(rows.core(row)), rows.finish(row));
                if (phase != PhaseLocator.NONE) {
                    finishRows[phase]++;
                }
            }
        }
    }

    private void attribute(int unit) {
        RunRows rows = scene.rows;
        int first = scene.run.index().firstRow(unit);
        int last = RunIndex.NONE;
        for (int row = first; row < first + scene.run.index().rowCount(unit); row++) {
            boolean later = last == RunIndex.NONE || rows.finish(row) > rows.finish(last);
            if (rows.finish(row) >= 0 && later) {
                last = row;
            }
        }
        lastRowOfUnit[unit] = last;
        if (last != RunIndex.NONE) {
            phaseOfUnit[unit] =
                    completes.atOrAfter(scene.threadOf(rows.core(last)), rows.finish(last));
        }
    }

    /** Rows noticed by each phase. */
    int[] finishRows() {
        return finishRows;
    }

    /** The complete phase that noticed the end of a task, or {@code PhaseLocator.NONE}. */
    int phase(int unit) {
        return phaseOfUnit[unit];
    }

    /** The row of a task that finished last. */
    int lastRow(int unit) {
        return lastRowOfUnit[unit];
    }

    /** Thread that noticed the end of a task. */
    int thread(int unit) {
        return scene.threadOf(scene.rows.core(lastRowOfUnit[unit]));
    }

    /** When the end was noticed: at the finish if the phase ran then, else when the phase began. */
    double noticed(int unit) {
        double finish = scene.rows.finish(lastRowOfUnit[unit]);
        int phase = phaseOfUnit[unit];
        double begin = completes.begin(phase);
        return finish >= begin && finish <= completes.end(phase) ? finish : begin;
    }

    /** Every complete phase in order of (end, thread). */
    int[] inOrderOfEnd() {
        int total = completes.lanes() == 0 ? 0 : completes.last(completes.lanes() - 1);
        int[] order = new int[total];
        Arrays.setAll(order, completes::row);
        TimeOrder.sort(order, 0, total, completes::end);
        return order;
    }

    double end(int phase) {
        return completes.end(phase);
    }
}
