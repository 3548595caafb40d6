package io.tidemark.runtime.scheduler;

import io.tidemark.abi.TaskId;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.cohort.DrainMember;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;

/**
 * Starts tasks whose blocks must start together: on this scheduler's cores alone if they all fit
 * there now, else on those of all schedulers, which stop dispatching until they fit. For the thread
 * that steps the scheduler.
 */
final class CohortDispatcher {
    private final TaskTable table;
    private final ReadyQueue queue;
    private final DrainBoard board;
    private final DrainMember member;
    private final BlockPlacer placer;
    private final GateOpener gates;
    private final Pacer pacer;
    private final SchedulerProbe probe; // null when nothing is recorded
    private TaskSlot held; // taken from the queue, but not started yet
    private boolean isPermitted; // the probe lets it go
    private int drainedBlocks;
    private long popHits;
    private long localLaunches;
    private long drains;
    private long stagedBlocks;

    CohortDispatcher(int scheduler, SchedulerTeam team, BlockPlacer placer, GateOpener gates, SchedulerProbe probe) {
        this.table = team.table();
        this.queue = table.cohorts();
        this.board = team.launch().drains();
        this.member = new DrainMember(board, scheduler);
        this.placer = placer;
        this.gates = gates;
        this.pacer = team.pacer();
        this.probe = probe;
    }

    /** Whether no scheduler may dispatch. */
    boolean isDraining() {
        return board.isPendingAcquire();
    }

    boolean hasTask() {
        return held != null || !queue.isEmpty();
    }

    /** Whether a cohort was taken and not started: nothing else is sent to cores meanwhile. */
    boolean isHolding() {
        return held != null;
    }

    /** Cohorts that the probe does not let go yet. */
    int heldCount() {
        return held == null || isPermitted ? 0 : 1;
    }

    long popHits() {
        return popHits;
    }

    /** Cohorts that started on this scheduler's cores alone. */
    long localLaunches() {
        return localLaunches;
    }

    /** Drains that this scheduler asked for. */
    long drains() {
        return drains;
    }

    /** Blocks of cohorts that it put behind their gates. */
    long stagedBlocks() {
        return stagedBlocks;
    }

    /** A drain has begun, in which everybody takes part. */
    void countDrain() {
        drains++;
        pacer.wakeLanes();
    }

    /** Starts cohorts that fit here, and asks for a drain for the first that does not. */
    int dispatch() {
        int sent = 0;
        boolean more = true;
        while (more && !board.isPendingAcquire()) {
            if (held == null) {
                held = take();
                isPermitted = probe == null;
            }
            more = held != null && mayGo();
            if (more) {
                sent += launchOrDrain();
                more = held == null;
            }
        }
        return sent;
    }

    /** This scheduler's turn in a drain; returns kernel runs that it sent. */
    int drain() {
        switch (member.turn()) {
            case ACKNOWLEDGE -> {
                TaskSlot task = table.slot(member.taskId());
                placer.reserveIdle();
                member.acknowledge(placer.capacity(task, member.isGated()));
                pacer.wakeLanes(); // the last to come decides
                return 0;
            }
            case STAGE -> {
                return stageShare();
            }
            default -> {
                return 0;
            }
        }
    }

    /** As {@link DrainMember#attemptState}. */
    int attemptState() {
        return member.attemptState();
    }

    /** Blocks that the last {@link #drain} put on cores. */
    int drainedBlocks() {
        return drainedBlocks;
    }

    private TaskSlot take() {
        while (true) {
            long position = queue.oldest();
            long taskId = queue.peekAt(position, TaskId.NONE);
            if (taskId == TaskId.NONE) {
                return null;
            }
            if (queue.takeAt(position)) {
                popHits++;
                return table.slot(taskId);
            }
        }
    }

    private boolean mayGo() {
        isPermitted = isPermitted || probe.mayDispatch(held);
        return isPermitted;
    }

    /** Keeps the cohort when another one is being drained for. */
    private int launchOrDrain() {
        TaskSlot task = held;
        int blocks = task.blockCount();
        boolean isLocal = placer.capacity(task, false) >= blocks;
        if (!isLocal && !board.tryClaim()) {
            return 0;
        }
        held = null;
        task.claimBlocks(blocks);
        if (isLocal) {
            localLaunches++;
            return placer.start(task, 0, blocks);
        }
        board.begin(task.taskId(), blocks, false);
        countDrain();
        return 0;
    }

    private int stageShare() {
        drainedBlocks = 0;
        int first = member.firstBlock();
        int count = member.shareBlocks();
        int sent = 0;
        if (count > 0) {
            TaskSlot task = table.slot(member.taskId());
            if (probe != null) {
                probe.drainPrepared(count * Integer.bitCount(task.coreMask()));
            }
            sent = member.isGated() ? stage(task, first, count) : placer.startReserved(task, first, first + count);
            drainedBlocks = count;
        }
        member.staged();
        pacer.wakeLanes();
        return sent;
    }

    /**
     * Behind the gate; the last to come there, or the last producer to end, launches the cohort.
     */
    int stage(TaskSlot task, int first, int count) {
        int sent = placer.stage(task, first, first + count);
        stagedBlocks += count;
        if (task.isEarlyResolve()) {
            task.publishSubtasks(sent);
        }
        task.gate().stage(placer.gatedCores());
        gates.cohortRuns(task, placer.gatedRunning());
        return sent;
    }
}
