package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.compat.CompatRows;
import io.tidemark.analysis.compat.DoubleOrder;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;

/**
 * Which complete phase noticed the end of each task, and how many rows each of them noticed. Needs
 * to know which thread serves a core; without that it knows nothing. Immutable.
 */
final class Completions {
    private final CompatScene scene;
    private final PhaseLocator completes;
    private final int[] finishRows;
    private final int[] placeOfUnit; // position among the complete phases
    private final int[] lastRowOfUnit;

    Completions(CompatScene scene) {
        this.scene = scene;
        completes = new PhaseLocator(scene.run, kind -> kind == SchedPhaseKind.COMPLETE);
        finishRows = new int[scene.phases.size()];
        Tasks index = scene.run.tasks();
        placeOfUnit = CompatScene.filled(index.size(), PhaseLocator.NONE);
        lastRowOfUnit = CompatScene.filled(index.size(), Tasks.NONE);
        if (scene.hasPhases() && scene.knowsThreads()) {
            countRows();
            for (int unit = 0; unit < index.size(); unit++) {
                attribute(unit);
            }
        }
    }

    private void countRows() {
        CompatRows rows = scene.rows;
        for (int row = 0; row < rows.size(); row++) {
            if (scene.isFinished(row)) {
                int place = completes.atOrAfter(scene.threadOf(rows.core(row)), rows.finish(row));
                if (place != PhaseLocator.NONE) {
                    finishRows[completes.row(place)]++;
                }
            }
        }
    }

    private void attribute(int unit) {
        CompatRows rows = scene.rows;
        int first = scene.run.tasks().firstRun(unit);
        int last = Tasks.NONE;
        for (int row = first; row < first + scene.run.tasks().runCount(unit); row++) {
            boolean later = last == Tasks.NONE || rows.finish(row) > rows.finish(last);
            if (scene.isFinished(row) && later) {
                last = row;
            }
        }
        lastRowOfUnit[unit] = last;
        if (last != Tasks.NONE) {
            placeOfUnit[unit] =
                    completes.atOrAfter(scene.threadOf(rows.core(last)), rows.finish(last));
        }
    }

    /** Rows noticed by each phase. */
    int[] finishRows() {
        return finishRows;
    }

    /** True when a complete phase noticed the end of a task. */
    boolean isKnown(int unit) {
        return placeOfUnit[unit] != PhaseLocator.NONE;
    }

    /** The position, among complete phases, of the one that noticed the end of a task. */
    int place(int unit) {
        return placeOfUnit[unit];
    }

    /** The row of the complete phase that noticed the end of a task. */
    int phase(int unit) {
        return completes.row(placeOfUnit[unit]);
    }

    /** Thread that noticed the end of a task. */
    int thread(int unit) {
        return scene.threadOf(scene.rows.core(lastRowOfUnit[unit]));
    }

    /** When the end was noticed: at the finish if the phase ran then, else when the phase began. */
    double noticed(int unit) {
        double finish = scene.rows.finish(lastRowOfUnit[unit]);
        double begin = completes.begin(placeOfUnit[unit]);
        return finish >= begin && finish <= completes.end(placeOfUnit[unit]) ? finish : begin;
    }

    /** Positions of every complete phase in order of (end, thread). */
    int[] inOrderOfEnd() {
        int[] order = new int[completes.size()];
        Arrays.setAll(order, place -> place);
        DoubleOrder.sort(order, 0, order.length, completes::end);
        return order;
    }

    int row(int place) {
        return completes.row(place);
    }

    int count() {
        return completes.size();
    }

    double begin(int place) {
        return completes.begin(place);
    }

    double end(int place) {
        return completes.end(place);
    }
}
