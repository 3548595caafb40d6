package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Topology;
import io.tidemark.runtime.early.CoreBits;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;

/**
 * Finds places for blocks of cohorts and candidates among one scheduler's cores. For the thread
 * that steps the scheduler.
 */
final class BlockPlacer {
    private final CoreTracker tracker;
    private final CoreSender sender;
    private final CoreBits gatedCores = new CoreBits();
    private int gatedRunning;

    BlockPlacer(CoreTracker tracker, CoreSender sender) {
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
        for (int block = first; block < end; block++) {
            int index = find(tracker.idle(), task);
            forEachCore(index, task, block, false);
        }
        return (end - first) * Integer.bitCount(task.coreMask());
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
        for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
            if ((task.coreMask() >>> position & 1) != 0) {
                send(index + position, task, block, gated);
            }
        }
    }

    private void send(int index, TaskSlot task, int block, boolean gated) {
        if (!gated) {
            sender.run(index, task, block);
            return;
        }
        gatedRunning += tracker.idle().has(index) ? 1 : 0;
        sender.stage(index, task, block);
        gatedCores.add(tracker.core(index).index());
    }
}
