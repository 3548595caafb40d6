package io.tidemark.analysis.convert.scene;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;

/**
 * Which complete phase noticed the end of each task, and how many rows each of them noticed. Needs
 * to know which thread serves a core; without that it knows nothing. Immutable.
 */
public final class Completions {
    private final TraceScene scene;
    private final PhaseLocator completes;
    private final int[] finishRows;
    private final int[] placeOfUnit; // position among the complete phases
    private final int[] lastRowOfUnit;

    public Completions(TraceScene scene) {
        this.scene = scene;
        completes = new PhaseLocator(scene.model, kind -> kind == SchedPhaseKind.COMPLETE);
        finishRows = new int[scene.phases.size()];
        Tasks index = scene.model.tasks();
        placeOfUnit = TraceScene.filled(index.size(), PhaseLocator.NONE);
        lastRowOfUnit = TraceScene.filled(index.size(), Tasks.NONE);
        if (scene.hasPhases() && scene.knowsThreads()) {
            countRows();
            for (int unit = 0; unit < index.size(); unit++) {
                attribute(unit);
            }
        }
    }

    private void countRows() {
        KernelRuns rows = scene.rows;
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
        KernelRuns rows = scene.rows;
        int first = scene.model.tasks().firstRun(unit);
        int last = Tasks.NONE;
        for (int row = first; row < first + scene.model.tasks().runCount(unit); row++) {
            boolean later = last == Tasks.NONE || rows.finish(row) > rows.finish(last);
            if (scene.isFinished(row) && later) {
                last = row;
            }
        }
        lastRowOfUnit[unit] = last;
        if (last != Tasks.NONE) {
            placeOfUnit[unit] = completes.atOrAfter(scene.threadOf(rows.core(last)), rows.finish(last));
        }
    }

    /** Rows noticed by each phase. */
    public int[] finishRows() {
        return finishRows;
    }

    /** True when a complete phase noticed the end of a task. */
    public boolean isKnown(int unit) {
        return placeOfUnit[unit] != PhaseLocator.NONE;
    }

    /** The position, among complete phases, of the one that noticed the end of a task. */
    public int place(int unit) {
        return placeOfUnit[unit];
    }

    /** The row of the complete phase that noticed the end of a task. */
    public int phase(int unit) {
        return completes.row(placeOfUnit[unit]);
    }

    /** Thread that noticed the end of a task. */
    public int thread(int unit) {
        return scene.threadOf(scene.rows.core(lastRowOfUnit[unit]));
    }

    /** When the end was noticed: at the finish if the phase ran then, else when the phase began. */
    public long noticed(int unit) {
        long finish = scene.rows.finish(lastRowOfUnit[unit]);
        long begin = completes.begin(placeOfUnit[unit]);
        return finish >= begin && finish <= completes.end(placeOfUnit[unit]) ? finish : begin;
    }

    /** Positions of every complete phase in order of (end, thread). */
    public int[] inOrderOfEnd() {
        int[] order = new int[completes.size()];
        Arrays.setAll(order, place -> place);
        RowOrder.sort(order, 0, order.length, completes::end);
        return order;
    }

    public int row(int place) {
        return completes.row(place);
    }

    public int count() {
        return completes.size();
    }

    public long begin(int place) {
        return completes.begin(place);
    }

    public long end(int place) {
        return completes.end(place);
    }
}
