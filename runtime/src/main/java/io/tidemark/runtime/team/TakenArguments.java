package io.tidemark.runtime.team;

import io.tidemark.chip.CoreArguments;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import java.lang.foreign.MemorySegment;

/**
 * The arguments that one core dumps itself, or the chip for one scheduler, on their way to the
 * probe of that scheduler. The outputs of a task are reported once. They are not reported here if the run ended while
 * the task ran: then they were taken in the state they had. For the thread that steps the core and its scheduler.
 */
final class TakenArguments implements CoreArguments.Taker {
    private final TakenArgsProbe.Core probe;
    private final TaskTable table;
    private boolean isAsked; // about the stage that begins
    private boolean isTold; // what the stage has; else another thread has told it

    TakenArguments(TakenArgsProbe.Core probe, TaskTable table) {
        this.probe = probe;
        this.table = table;
    }

    @Override
    public boolean tryBegin(long taskId, boolean isAfter, boolean isPartial) {
        TaskSlot begun = table.slot(taskId);
        if (!isAsked) {
            isAsked = true;
            isTold = !isAfter || begun.subtasks() <= 1 || begun.interrupt();
        }
        if (isTold && !probe.tryBegin(begun, DumpedByCores.stage(isAfter), isPartial)) {
            return false;
        }
        isAsked = false;
        return true;
    }

    @Override
    public boolean tryTake(
            int argument,
            MemorySegment ring,
            long position,
            long bytes,
            long digest,
            boolean isLast,
            boolean isChanged) {
        return !isTold || probe.tryTake(argument, ring, position, bytes, digest, isLast, isChanged);
    }

    @Override
    public void end() {
        probe.end();
    }

    @Override
    public void leave() {
        probe.leave();
    }
}
