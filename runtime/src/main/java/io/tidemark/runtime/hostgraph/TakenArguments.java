package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.chip.ArgumentTaker;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskSlot;
import java.lang.foreign.MemorySegment;

/**
 * The dumped arguments of one core that takes tasks itself, on their way to the probe of its
 * scheduler. What a task gave is told once: not by the core if the run ended while it ran, and its
 * outputs were taken as they were. For the thread that steps the core and its scheduler.
 */
final class TakenArguments implements ArgumentTaker {
    private final TakenArgsProbe.Core probe;
    private final TaskRing tasks;
    private boolean isAsked; // about the stage that begins
    private boolean isTold; // what the stage has; else another thread has told it

    TakenArguments(TakenArgsProbe.Core probe, TaskRing tasks) {
        this.probe = probe;
        this.tasks = tasks;
    }

    static ArgumentStage stage(boolean isAfter) {
        return isAfter ? ArgumentStage.AFTER_COMPLETION : ArgumentStage.BEFORE_DISPATCH;
    }

    @Override
    public boolean tryBegin(int task, boolean isAfter) {
        TaskSlot begun = tasks.slot(task);
        if (!isAsked) {
            isAsked = true;
            isTold = !isAfter || begun.subtasks() <= 1 || begun.interrupt();
        }
        if (isTold && !probe.tryBegin(begun, stage(isAfter))) {
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
