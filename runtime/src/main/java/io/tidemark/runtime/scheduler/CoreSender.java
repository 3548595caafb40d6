package io.tidemark.runtime.scheduler;

import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.Doorbells;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.timing.TimingSlots;

/**
 * Puts one block of a task on one core of a scheduler: fills the payload buffer that the core's
 * next token uses, then sends the token. For the thread that steps the scheduler.
 */
final class CoreSender {
    private final CoreTracker tracker;
    private final CoreRegisters registers;
    private final DispatchPayloads payloads;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final GateOpener gates;
    private final Doorbells doorbells;
    private final DeviceClock clock;
    private final TimingSlots timing = new TimingSlots();
    private long toIdle;
    private long toPending;

    CoreSender(SchedulerTeam team, CoreTracker tracker, GateOpener gates, SchedulerProbe probe) {
        this.tracker = tracker;
        this.registers = team.registers();
        this.payloads = team.chip().payloads();
        this.doorbells = team.launch().doorbells();
        this.clock = team.clock();
        this.gates = gates;
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

    /** Sends a block of a task to an idle core. */
    void run(int index, TaskSlot task, int block) {
        int token = prepare(index, task, block, false, false);
        tracker.startRunning(index, token, task);
        registers.dispatchRelease(tracker.core(index), token);
        toIdle++;
        if (!task.isPlain()) {
            sent(task);
        }
    }

    /** To a busy core that has room for a second task. */
    void follow(int index, TaskSlot task, int block) {
        int token = prepare(index, task, block, false, true);
        tracker.startPending(index, token, task);
        registers.dispatchRelease(tracker.core(index), token);
        toPending++;
        if (!task.isPlain()) {
            sent(task);
        }
    }

    /** To a core, idle or not, where it waits for its doorbell, which the caller has to offer. */
    void stage(int index, TaskSlot task, int block) {
        int core = tracker.core(index);
        int token;
        if (tracker.idle().has(index)) {
            token = prepare(index, task, block, true, false);
            tracker.startRunning(index, token, task);
            if (task.gate().isAhead()) {
                tracker.runningIsAhead(index);
            }
            toIdle++;
        } else {
            token = prepare(index, task, block, true, true);
            tracker.startPending(index, token, task);
            tracker.pendingIsGated(index);
            toPending++;
        }
        doorbells.note(core, token);
        registers.dispatchRelease(core, token);
    }

    /** A kernel run of a timed task has ended. */
    void ended(TaskSlot task) {
        timing.finished(task.timingSlot(), clock.ticks());
    }

    TimingSlots timing() {
        return timing;
    }

    private void sent(TaskSlot task) {
        if (task.isEarlyResolve()) {
            gates.sent(task);
        }
    }

    private int prepare(int index, TaskSlot task, int block, boolean gated, boolean pending) {
        int core = tracker.core(index);
        int token = tracker.nextToken(index);
        payloads.fill(core, token, task, tracker.position(index), block, gated);
        if (task.isTimed()) {
            timing.dispatched(task.timingSlot(), clock.ticks());
        }
        if (probe != null) {
            tracker.dispatched(index, pending, probe.dispatch(core, token, task));
        }
        return token;
    }
}
