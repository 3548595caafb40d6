package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Core;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Puts one block of a task on one core of a scheduler: fills the payload buffer that the core's
 * next token uses, then sends the token. For the thread that steps the scheduler.
 */
final class CoreSender {
    private final CoreTracker tracker;
    private final CoreRegisters registers;
    private final SchedulerProbe probe; // null when nobody records
    private final long[] runningDispatchTick = new long[CoreMask.CAPACITY];
    private final long[] pendingDispatchTick = new long[CoreMask.CAPACITY];
    private long toIdle;
    private long toPending;

    CoreSender(CoreTracker tracker, CoreRegisters registers, SchedulerProbe probe) {
        this.tracker = tracker;
        this.registers = registers;
        this.probe = probe;
    }

    /** Kernel runs sent so far. */
    long sent() {
        return toIdle + toPending;
    }

    /** Kernel runs sent behind another one. */
    long toPending() {
        return toPending;
    }

    long runningDispatchTick(int index) {
        return runningDispatchTick[index];
    }

    long pendingDispatchTick(int index) {
        return pendingDispatchTick[index];
    }

    void promote(int index) {
        runningDispatchTick[index] = pendingDispatchTick[index];
    }

    /** To an idle core. */
    void run(int index, TaskSlot task, int block) {
        int token = prepare(index, task, block, runningDispatchTick);
        tracker.startRunning(index, token, task);
        registers.dispatchRelease(tracker.core(index).index(), token);
        toIdle++;
    }

    /** To a busy core that has room for a second task. */
    void follow(int index, TaskSlot task, int block) {
        int token = prepare(index, task, block, pendingDispatchTick);
        tracker.startPending(index, token, task);
        registers.dispatchRelease(tracker.core(index).index(), token);
        toPending++;
    }

    private int prepare(int index, TaskSlot task, int block, long[] dispatchTick) {
        Core<TaskSlot> core = tracker.core(index);
        int token = tracker.nextToken(index);
        core.payload(token).fill(task, block, false);
        if (probe != null) {
            dispatchTick[index] = probe.dispatch(core.index(), token, task);
        }
        return token;
    }
}
