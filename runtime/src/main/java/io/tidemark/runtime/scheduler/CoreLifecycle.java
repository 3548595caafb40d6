package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.team.SchedulerTeam;

/**
 * How the cores of one scheduler come and go: booted, opened, sent home, gone. For the thread that
 * steps the scheduler.
 */
final class CoreLifecycle {
    private final CoreTracker tracker;
    private final SchedulerTeam team;
    private final CoreRegisters registers;

    CoreLifecycle(CoreTracker tracker, SchedulerTeam team) {
        this.tracker = tracker;
        this.team = team;
        this.registers = team.registers();
    }

    boolean haveBooted() {
        ChipShape shape = team.chip().shape();
        for (int number : tracker.numbers()) {
            int core = tracker.core(number);
            if (!registers.hasBootedAcquire(core)) {
                return false;
            }
            assert registers.coreTypeCode(core) == shape.type(core).code() : "core " + core;
        }
        return true;
    }

    /** Lets the cores look for tasks. */
    void open() {
        tellAll(DispatchToken.AICPU_IDLE);
    }

    void sendHome() {
        tellAll(DispatchToken.EXIT_SIGNAL);
    }

    /** Whether all have left; those that have not when it is late are given up. */
    boolean haveLeft(boolean isLate) {
        boolean all = true;
        for (int number : tracker.numbers()) {
            int core = tracker.core(number);
            if (registers.statusAcquire(core) != DispatchToken.CORE_EXITED) {
                all = false;
                if (isLate) {
                    team.driver().giveUp(core);
                }
            }
        }
        return all;
    }

    private void tellAll(int token) {
        for (int number : tracker.numbers()) {
            registers.dispatchRelease(tracker.core(number), token);
        }
    }
}
