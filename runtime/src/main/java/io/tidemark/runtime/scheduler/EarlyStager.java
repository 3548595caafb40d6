package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.early.CoreBits;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskBlocks;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TeamBoard;

/**
 * Puts candidates on cores that nothing ready wants: their kernels wait there, behind the task's
 * gate, for the last producer to end. An entry of the candidate queues may be of a task that is
 * gone; the claim of its blocks tells. A task whose producers wait themselves is staged on an idle
 * core only, and only on a few of them: it starts later, and a task that becomes ready before wants
 * a core, too. For the thread that steps the scheduler.
 */
final class EarlyStager {
    private static final int[] SHAPES = {TaskShape.MIX.code(), TaskShape.AIC.code(), TaskShape.AIV.code()};

    private static final int MOST_AHEAD = 4; // cores
    private static final int SHARE_AHEAD = 4; // one core of this many

    private final int scheduler;
    private final TaskTable table;
    private final TeamBoard team;
    private final CoreTracker tracker;
    private final int mostAhead;
    private final DrainBoard drains;
    private final BlockPlacer placer;
    private final CohortDispatcher cohorts;
    private final GateOpener gates;
    private final long[] popped = new long[1];
    private long blocks;

    EarlyStager(
            int scheduler,
            SchedulerTeam team,
            CoreTracker tracker,
            BlockPlacer placer,
            CohortDispatcher cohorts,
            GateOpener gates) {
        this.scheduler = scheduler;
        this.table = team.table();
        this.team = team.board();
        this.tracker = tracker;
        this.mostAhead = Math.clamp(tracker.count() / SHARE_AHEAD, 1, MOST_AHEAD);
        this.drains = team.launch().drains();
        this.placer = placer;
        this.cohorts = cohorts;
        this.gates = gates;
    }

    /** Blocks staged so far. */
    long blocks() {
        return blocks + cohorts.stagedBlocks();
    }

    boolean hasCandidate() {
        return !table.cohortCandidates().isEmpty()
                || !table.candidates(SHAPES[0]).isEmpty()
                || !table.candidates(SHAPES[1]).isEmpty()
                || !table.candidates(SHAPES[2]).isEmpty();
    }

    /** Stages what fits; returns blocks. Only when nothing is ready. */
    int stage() {
        long before = blocks();
        stageCohorts();
        for (int shape : SHAPES) {
            stageShape(shape);
        }
        return (int) (blocks() - before);
    }

    private void stageCohorts() {
        ReadyQueue queue = table.cohortCandidates();
        while (!drains.isPendingAcquire() && queue.pop(popped, 1) > 0) {
            long taskId = popped[0];
            TaskSlot task = table.slot(taskId);
            int count = task.blockCount();
            if (task.taskId() != taskId || task.gate().isAhead()) {
                continue; // gone, or it would gather cores long before it can start
            }
            if (placer.capacity(task, true) >= count) {
                if (task.claimStaged(taskId, count) != TaskBlocks.NOTHING) {
                    cohorts.stage(task, 0, count);
                }
            } else if (drains.tryClaim()) {
                drainFor(task, taskId, count);
            } else {
                putBack(queue, taskId);
                return;
            }
        }
    }

    private void drainFor(TaskSlot task, long taskId, int count) {
        if (task.claimStaged(taskId, count) == TaskBlocks.NOTHING) {
            drains.cancel(); // it became ready meanwhile, or is gone
        } else {
            drains.begin(taskId, count, true);
            cohorts.countDrain();
        }
    }

    private void stageShape(int shape) {
        ReadyQueue queue = table.candidates(shape);
        while (!queue.isEmpty() && queue.pop(popped, 1) > 0) {
            long taskId = popped[0];
            TaskSlot task = table.slot(taskId);
            int room = room(task);
            if (room == 0) {
                putBack(queue, taskId);
                return;
            }
            long claim = task.claimStaged(taskId, room);
            if (claim != TaskBlocks.NOTHING) {
                stageBlocks(task, TaskBlocks.first(claim), TaskBlocks.end(claim));
                if (TaskBlocks.end(claim) < task.blockCount() && task.gate().isStaging()) {
                    putBack(queue, taskId);
                }
            }
        }
    }

    private int room(TaskSlot task) {
        if (task.shape() == TaskShape.DUMMY.code()) {
            return 1; // another task's slot by now; the claim will say so
        }
        int idle = placer.capacity(task, false);
        if (task.isStageable() && task.gate().isAhead()) {
            return Math.clamp(mostAhead - tracker.aheadCount(), 0, idle);
        }
        boolean anotherIdle = task.shape() == TaskShape.MIX.code()
                ? team.isAnotherClusterIdle(scheduler, task.coreMask())
                : team.isAnotherIdle(scheduler, task.shape());
        return idle > 0 || anotherIdle ? idle : placer.capacity(task, true);
    }

    /** The doorbells are offered last; if the task was released meanwhile, what is left is ours. */
    private void stageBlocks(TaskSlot task, int first, int end) {
        int sent = placer.stage(task, first, end);
        blocks += end - first;
        if (task.isEarlyResolve()) {
            gates.staged(task, sent);
        }
        CoreBits cores = placer.gatedCores();
        task.gate().stage(cores);
        if (task.gate().isReleased()) {
            task.gate().takeOwn(cores);
            gates.ring(task, cores);
        }
    }

    /** A full queue loses the candidate, not the task: it is dispatched when it is ready. */
    private static void putBack(ReadyQueue queue, long taskId) {
        queue.push(taskId);
    }
}
