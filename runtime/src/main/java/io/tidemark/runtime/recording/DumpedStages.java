package io.tidemark.runtime.recording;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.chip.CoreArguments.Dumper;
import io.tidemark.probe.args.DumpedTasks;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.runtime.task.TaskSlot;

/**
 * What tasks of several kernel runs are given and give, as one scheduler gets it dumped: by the
 * chip, or by the scheduler's own probe where the chip cannot or not any more. While the chip dumps
 * a stage the scheduler makes no progress, as while it copies itself. For the thread that steps the
 * scheduler.
 */
final class DumpedStages {
    private final Dumper dumper;
    private final SchedulerArgsProbe args;
    private final DumpedTasks dumped = new DumpedTasks();

    private TaskSlot task; // that the chip dumps; null if none
    private ArgumentStage stage;

    DumpedStages(Dumper dumper, SchedulerArgsProbe args) {
        this.dumper = dumper;
        this.args = args;
    }

    /** Goes on with the stage that the chip dumps; false while it is not over. */
    boolean hasRoom() {
        if (task == null) {
            return true;
        }
        Dumper.State state = dumper.step();
        if (state == Dumper.State.UNDER_WAY) {
            return false;
        }
        if (state == Dumper.State.OVER) {
            dumped.add(task.taskId(), stage);
        }
        task = null;
        return true;
    }

    /** Whether a stage is dumped; on false it goes on in later steps, and is asked for again. */
    boolean isDumped(TaskSlot asked, ArgumentStage askedStage) {
        if (dumped.take(asked.taskId(), askedStage)) {
            return true;
        }
        if (task != null) {
            return false;
        }
        boolean isAfter = askedStage == ArgumentStage.AFTER_COMPLETION;
        if (!dumper.isThere()) {
            return isAfter ? args.mayComplete(asked) : args.mayDispatch(asked);
        }
        if (!args.taken().records(asked, askedStage)) {
            return true;
        }
        if (dumper.tryBegin(asked, isAfter)) {
            task = asked;
            stage = askedStage;
        }
        return false;
    }

    /** The scheduler leaves. */
    void leave() {
        dumper.leave();
    }
}
