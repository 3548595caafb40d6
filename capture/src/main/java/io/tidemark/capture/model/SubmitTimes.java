package io.tidemark.capture.model;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Arrays;

/**
 * When the orchestrator had submitted each task. Files before June 2026 have no whole submits:
 * there the last step of a submit stands for it. Immutable; any thread may read.
 */
public final class SubmitTimes {
    private static final String[] STEPS = {SubmitPhases.SUBMIT, "orch_fanin", "orch_params"};

    private final Tasks tasks;
    private final Timeline axis;
    private final SubmitPhases submits;
    private final int[] rowOfTask;
    private final int[] laneOfRow;
    private final String step;

    public SubmitTimes(SwimlaneTable table, Timeline axis, Tasks tasks) {
        this.tasks = tasks;
        this.axis = axis;
        submits = axis.isHostMode() ? table.hostSubmits() : table.orchestratorSubmits();
        rowOfTask = new int[tasks.size()];
        Arrays.fill(rowOfTask, Tasks.NONE);
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
                if (submits.taskId(row) != TaskId.NONE && submits.phase(row).equals(wanted)) {
                    found = true;
                    int task = tasks.find(submits.taskId(row));
                    if (rowOfTask[task] == Tasks.NONE) {
                        rowOfTask[task] = row;
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
        return submits.size() > 0 && (!axis.isHostMode() || axis.isClockAligned());
    }

    /** The first submit row of a task, or {@link Tasks#NONE}. */
    public int row(int task) {
        return rowOfTask[task];
    }

    /** The orchestrator lane of a submit row. */
    public int lane(int row) {
        return laneOfRow[row];
    }

    /** End of a task's submit, {@link KernelRuns#NONE} when not known or not comparable. */
    public long end(int task) {
        int row = rowOfTask[task];
        return row == Tasks.NONE || !isComparable() ? KernelRuns.NONE : nanos(submits.end(row));
    }

    /** Begin of a task's submit, {@link KernelRuns#NONE} when not known or not comparable. */
    public long begin(int task) {
        int row = rowOfTask[task];
        return row == Tasks.NONE || !isComparable() ? KernelRuns.NONE : nanos(submits.start(row));
    }

    private long nanos(long stamp) {
        return axis.isHostMode() ? axis.hostNanos(stamp) : axis.nanos(stamp);
    }
}
