package io.tidemark.runtime.recording;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.chip.CoreArguments.Dumper;
import io.tidemark.probe.args.DumpedTasks;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Dumps the inputs and outputs of tasks of several kernel runs for one scheduler. The chip dumps them; where it cannot,
 * or no longer can, the scheduler's own probe does. While the chip dumps a stage the scheduler makes no progress, as
 * when it copies arguments itself. For the thread that steps the scheduler.
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

    /** Continues the stage that the chip dumps; false until the stage is over. */
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

    /** Whether a stage is dumped. On false the dump continues in later steps, and the caller asks again. */
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
