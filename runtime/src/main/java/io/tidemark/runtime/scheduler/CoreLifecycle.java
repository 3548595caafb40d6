package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Core;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.task.TaskSlot;

/**
 * How the cores of one scheduler come and go: booted, opened, sent home, gone. For the thread that
 * steps the scheduler.
 */
final class CoreLifecycle {
    private final CoreTracker tracker;
    private final CoreRegisters registers;

    CoreLifecycle(CoreTracker tracker, CoreRegisters registers) {
        this.tracker = tracker;
        this.registers = registers;
    }

    boolean haveBooted() {
        for (int i = 0; i < tracker.count(); i++) {
            Core<TaskSlot> core = tracker.core(i);
            if (!registers.hasBootedAcquire(core.index())) {
                return false;
            }
            assert registers.physicalId(core.index()) == core.index() : "core " + core.index();
            assert registers.coreTypeCode(core.index()) == core.type().code()
                    : "core " + core.index();
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
        for (int i = 0; i < tracker.count(); i++) {
            Core<TaskSlot> core = tracker.core(i);
            if (registers.statusAcquire(core.index()) != DispatchToken.CORE_EXITED) {
                all = false;
                if (isLate) {
                    core.abandon();
                }
            }
        }
        return all;
    }

    private void tellAll(int token) {
        for (int i = 0; i < tracker.count(); i++) {
            registers.dispatchRelease(tracker.core(i).index(), token);
        }
    }
}
