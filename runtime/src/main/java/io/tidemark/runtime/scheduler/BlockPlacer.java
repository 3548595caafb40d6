package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.early.CoreBits;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.SchedulerTeam;

/**
 * Finds places for blocks of cohorts and candidates among one scheduler's cores. For the thread
 * that steps the scheduler.
 */
final class BlockPlacer {
    private final CoreTracker tracker;
    private final CoreSender sender;
    private final CoreMask reserved;
    private final CoreBits gatedCores;
    private int gatedRunning;

    BlockPlacer(SchedulerTeam team, CoreTracker tracker, CoreSender sender) {
        this.reserved = tracker.noCores();
        this.gatedCores = new CoreBits(team.chip().shape().coreCount());
        this.tracker = tracker;
        this.sender = sender;
    }

    /**
     * How many blocks fit now.
     *
     * @param mayFollow whether a block may go behind what a core runs
     */
    int capacity(TaskSlot task, boolean mayFollow) {
        CoreMask where = mayFollow ? tracker.takers() : tracker.idle();
        return task.shape() == TaskShape.MIX.code()
                ? where.clusterCount(task.coreMask())
                : where.countIn(tracker.ofShape(task.shape()));
    }

    /** Starts blocks on idle cores; returns kernel runs. */
    int start(TaskSlot task, int first, int end) {
        return start(task, first, end, tracker.idle());
    }

    /** Remembers which cores are idle now. Nothing may be sent to them before they are used. */
    void reserveIdle() {
        reserved.union(tracker.idle(), tracker.idle());
    }

    /**
     * Starts blocks on reserved cores. Others may have become idle since, but only after they ran
     * something else beside blocks that have started elsewhere.
     */
    int startReserved(TaskSlot task, int first, int end) {
        return start(task, first, end, reserved);
    }

    private int start(TaskSlot task, int first, int end, CoreMask where) {
        for (int block = first; block < end; block++) {
            int index = find(where, task);
            forEachCore(index, task, block, false);
            if (where == reserved) {
                forgetReserved(index, task);
            }
        }
        return (end - first) * Integer.bitCount(task.coreMask());
    }

    private void forgetReserved(int index, TaskSlot task) {
        if (task.shape() != TaskShape.MIX.code()) {
            reserved.clear(index);
            return;
        }
        for (int left = task.coreMask(); left != 0; left &= left - 1) {
            reserved.clear(index + Integer.numberOfTrailingZeros(left));
        }
    }

    /** Puts blocks behind their task's gate, on idle cores as long as there are any. */
    int stage(TaskSlot task, int first, int end) {
        gatedCores.clear();
        gatedRunning = 0;
        for (int block = first; block < end; block++) {
            int index = find(tracker.idle(), task);
            if (index < 0) {
                index = find(tracker.takers(), task);
            }
            forEachCore(index, task, block, true);
        }
        return gatedCores.count();
    }

    /** Cores that the last {@link #stage} used. */
    CoreBits gatedCores() {
        return gatedCores;
    }

    /** How many of them have nothing in front of what was staged. */
    int gatedRunning() {
        return gatedRunning;
    }

    private int find(CoreMask where, TaskSlot task) {
        return task.shape() == TaskShape.MIX.code()
                ? where.firstCluster(task.coreMask())
                : where.firstIn(tracker.ofShape(task.shape()));
    }

    private void forEachCore(int index, TaskSlot task, int block, boolean gated) {
        assert index >= 0 : "no core is free for block " + block;
        if (task.shape() != TaskShape.MIX.code()) {
            send(index, task, block, gated);
            return;
        }
        for (int left = task.coreMask(); left != 0; left &= left - 1) {
            send(index + Integer.numberOfTrailingZeros(left), task, block, gated);
        }
    }

    private void send(int index, TaskSlot task, int block, boolean gated) {
        if (!gated) {
            sender.run(index, task, block);
            return;
        }
        gatedRunning += tracker.idle().has(index) ? 1 : 0;
        sender.stage(index, task, block);
        gatedCores.add(tracker.core(index));
    }
}
