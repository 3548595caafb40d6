package io.tidemark.analysis.join;

import io.tidemark.capture.identity.TaskId;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;

/**
 * When the orchestrator had submitted each task, on the axis of the run. Files before June 2026
 * have no whole submits: there the last step of a submit stands for it. Immutable.
 */
public final class SubmitTimes {
    private static final String[] STEPS = {SubmitPhases.SUBMIT, "orch_fanin", "orch_params"};

    private final int[] rowOfUnit;
    private final int[] laneOfRow;
    private final SubmitPhases submits;
    private final Run run;
    private final String step;

    public SubmitTimes(Run run) {
        this.run = run;
        submits =
                run.timeline().isHostMode()
                        ? run.table().hostSubmits()
                        : run.table().orchestratorSubmits();
        rowOfUnit = new int[run.index().size()];
        Arrays.fill(rowOfUnit, RunIndex.NONE);
        laneOfRow = new int[submits.size()];
        String found = STEPS[0];
        for (String candidate : STEPS) {
            if (scan(candidate)) {
                found = candidate;
                break;
            }
        }
        step = found;
    }

    private boolean scan(String wanted) {
        boolean found = false;
        for (int lane = 0; lane < submits.laneCount(); lane++) {
            for (int row = submits.laneBegin(lane); row < submits.laneEnd(lane); row++) {
                laneOfRow[row] = lane;
                if (submits.taskId(row) != TaskId.INVALID && submits.phase(row).equals(wanted)) {
                    found = true;
                    int unit = run.index().find(submits.taskId(row));
                    if (unit != RunIndex.NONE
                            && unit < rowOfUnit.length
                            && rowOfUnit[unit] == RunIndex.NONE) {
                        rowOfUnit[unit] = row;
                    }
                }
            }
        }
        return found;
    }

    /** The phase word that stands for a submit. */
    public String step() {
        return step;
    }

    /** True when submit and device times lie on one axis and any submit is known. */
    public boolean isComparable() {
        return submits.size() > 0
                && (!run.timeline().isHostMode() || run.timeline().isClockAligned());
    }

    /** The first submit row of a task, or {@code RunIndex.NONE}. */
    public int row(int unit) {
        return unit < rowOfUnit.length ? rowOfUnit[unit] : RunIndex.NONE;
    }

    /** The orchestrator lane of a submit row. */
    public int lane(int row) {
        return laneOfRow[row];
    }

    /**
     * End of a task's submit in microseconds, negative infinity when not known or not comparable.
     */
    public double end(int unit) {
        int row = row(unit);
        if (row == RunIndex.NONE || !isComparable()) {
            return Double.NEGATIVE_INFINITY;
        }
        return run.timeline().isHostMode()
                ? run.timeline().hostMicros(submits.end(row))
                : run.timeline().micros(submits.end(row));
    }
}
