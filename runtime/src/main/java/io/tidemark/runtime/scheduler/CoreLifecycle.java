package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.scheduler.Scheduler.BusyCore;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * How one scheduler and its cores come and go. The cores boot and are opened. At the end, work that was done before
 * still counts. Then the cores are sent home. The scheduler waits for them and for its probe, but no longer than the
 * one deadline that all schedulers share. For the thread that steps the scheduler.
 */
final class CoreLifecycle {
    private final int number;
    private final SchedulerTeam team;
    private final RunLatches latches;
    private final CoreTracker tracker;
    private final CoreRegisters registers;
    private final CorePoller poller;
    private final Completions completion;
    private final SchedulerProbe probe; // null when nothing is recorded

    private boolean exitSent;
    private boolean isOver;

    CoreLifecycle(
            int number,
            SchedulerTeam team,
            CoreTracker tracker,
            CorePoller poller,
            Completions completion,
            SchedulerProbe probe) {
        this.number = number;
        this.team = team;
        this.latches = team.latches();
        this.tracker = tracker;
        this.registers = team.registers();
        this.poller = poller;
        this.completion = completion;
        this.probe = probe;
    }

    boolean haveBooted() {
        ChipShape shape = team.chip().shape();
        for (int index : tracker.numbers()) {
            int core = tracker.core(index);
            if (!registers.hasBootedAcquire(core)) {
                return false;
            }
            assert registers.coreTypeCode(core) == shape.type(core).code() : "core " + core;
        }
        return true;
    }

    /** Lets the cores look for tasks. */
    void open() {
        sendToAll(DispatchToken.AICPU_IDLE);
    }

    /** The first to come here tells every core of the chip; everyone then waits for its own. */
    void announceEmergency() {
        if (latches.beginEmergencyShutdown(team.clock().ticks())) {
            team.board().countEmergencyBroadcast();
            for (int core = 0; core < registers.cores(); core++) {
                registers.dispatchRelease(core, DispatchToken.EXIT_SIGNAL);
            }
            team.pacer().disturbKernels();
            team.pacer().wakeCompanion();
        }
    }

    /**
     * Leaves as far as it can now; returns whether that changed anything.
     *
     * @param pollCores the scheduler's own look at its cores, for what ended last
     */
    boolean step(IntSupplier pollCores) {
        long now = team.clock().nanos();
        long deadline = latches.joinDeadlineNanos(
                now + latches.joinNanos(team.config().exitJoinTimeout().toNanos()));
        boolean isLate = now - deadline > 0;
        if (!exitSent) {
            if (!completeLast(pollCores) && !isLate) {
                return false;
            }
            exitSent = true;
            completion.releaseAll();
            sendToAll(DispatchToken.EXIT_SIGNAL);
            return true;
        }
        boolean haveLeft = haveLeft(isLate);
        boolean isFlushed = probe == null || probe.flush();
        if (haveLeft && isFlushed || isLate) {
            team.board().running(number, 0);
            team.board().leave();
            isOver = true;
        }
        return isOver;
    }

    boolean isOver() {
        return isOver;
    }

    /** What the cores had not finished; when it is over. */
    List<BusyCore> busyCores() {
        List<BusyCore> cores = new ArrayList<>();
        CoreMask busy = tracker.busy();
        for (int i = busy.firstIn(busy); i >= 0; i = busy.nextIn(busy, i + 1)) {
            int pending = tracker.pendingToken(i);
            boolean hasPending = pending != DispatchToken.NONE;
            cores.add(new BusyCore(
                    tracker.core(i),
                    tracker.runningTask(i),
                    tracker.block(i, tracker.runningToken(i)),
                    hasPending ? tracker.pendingTask(i) : null,
                    hasPending ? tracker.block(i, pending) : 0,
                    tracker.runningDispatchTick(i),
                    registers.startTick(tracker.core(i), tracker.runningToken(i))));
        }
        return cores;
    }

    /** What was done before the failure still counts; false while the probe holds some of it. */
    private boolean completeLast(IntSupplier pollCores) {
        if (probe != null && !probe.hasRoom()) {
            return false;
        }
        pollCores.getAsInt();
        if (poller.isHeldBack()) {
            return false;
        }
        if (probe != null && latches.hasFailed()) {
            tellInterrupted();
        }
        return true;
    }

    private void tellInterrupted() {
        CoreMask busy = tracker.busy();
        for (int i = busy.firstIn(busy); i >= 0; i = busy.nextIn(busy, i + 1)) {
            if (tracker.runningTask(i).interrupt()) {
                probe.interrupted(tracker.runningTask(i));
            }
        }
        for (int index : tracker.numbers()) {
            TaskSlot taken = team.policy().takenBy(tracker.core(index));
            if (taken != null && taken.interrupt()) {
                probe.interrupted(taken);
            }
        }
    }

    /** Whether all have left; those that have not when it is late are given up. */
    private boolean haveLeft(boolean isLate) {
        boolean all = true;
        for (int index : tracker.numbers()) {
            int core = tracker.core(index);
            if (registers.statusAcquire(core) != DispatchToken.CORE_EXITED) {
                all = false;
                if (isLate) {
                    team.driver().giveUp(core);
                }
            }
        }
        return all;
    }

    private void sendToAll(int token) {
        for (int index : tracker.numbers()) {
            registers.dispatchRelease(tracker.core(index), token);
        }
    }
}
