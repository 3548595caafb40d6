package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.cohort.DrainMember;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

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
    private final SchedulerProbe probe; // null when nobody records
    private TaskSlot held; // fits here, but the probe does not let all of it go yet
    private int permitted; // blocks of the cohort at hand that the probe lets go
    private int drainedBlocks;
    private long popHits;
    private long localLaunches;
    private long drains;

    CohortDispatcher(
            int scheduler,
            SchedulerTeam team,
            BlockPlacer placer,
            GateOpener gates,
            SchedulerProbe probe) {
        this.table = team.table();
        this.queue = table.cohorts();
        this.board = team.launch().drains();
        this.member = new DrainMember(board, scheduler);
        this.placer = placer;
        this.gates = gates;
        this.probe = probe;
    }

    /** Whether no scheduler may dispatch. */
    boolean isDraining() {
        return board.isPendingAcquire();
    }

    boolean hasTask() {
        return held != null || !queue.isEmpty();
    }

    /** Blocks kept back by the probe; nothing else may be sent to idle cores meanwhile. */
    int heldCount() {
        return held == null ? 0 : held.blockCount();
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

    void countDrain() {
        drains++;
    }

    /** Starts cohorts that fit here, and asks for a drain for the first that does not. */
    int dispatch() {
        int sent = held == null ? 0 : launch(held);
        while (held == null && !board.isPendingAcquire()) {
            TaskSlot task = take();
            if (task == null) {
                break;
            }
            if (placer.capacity(task, false) >= task.blockCount()) {
                sent += launch(task);
            } else if (!tryDrain(task)) {
                break;
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

    private int launch(TaskSlot task) {
        if (!isPermitted(task, 0, task.blockCount())) {
            held = task;
            return 0;
        }
        held = null;
        localLaunches++;
        task.claimBlocks(task.blockCount());
        return placer.start(task, 0, task.blockCount());
    }

    /**
     * Stops all schedulers for a ready cohort; false, and it waits in its queue, when another's
     * turn.
     */
    private boolean tryDrain(TaskSlot task) {
        if (!board.tryClaim()) {
            popHits--;
            table.push(task);
            return false;
        }
        permitted = 0;
        task.claimBlocks(task.blockCount());
        board.begin(task.taskId(), task.blockCount(), false);
        countDrain();
        return true;
    }

    private int stageShare() {
        drainedBlocks = 0;
        int first = member.firstBlock();
        int count = member.shareBlocks();
        int sent = 0;
        if (count > 0) {
            TaskSlot task = table.slot(member.taskId());
            if (!isPermitted(task, first, count)) {
                return 0; // the next step asks again
            }
            if (probe != null) {
                probe.drainPrepared(count * Integer.bitCount(task.coreMask()));
            }
            sent =
                    member.isGated()
                            ? stage(task, first, count)
                            : placer.startReserved(task, first, first + count);
            drainedBlocks = count;
        }
        member.staged();
        return sent;
    }

    /**
     * Behind the gate; the last to come there, or the last producer to end, launches the cohort.
     */
    int stage(TaskSlot task, int first, int count) {
        int sent = placer.stage(task, first, first + count);
        if (task.isEarlyResolve()) {
            task.publishSubtasks(sent);
        }
        task.gate().stage(placer.gatedCores());
        gates.cohortRuns(task, placer.gatedRunning());
        return sent;
    }

    private boolean isPermitted(TaskSlot task, int first, int count) {
        if (probe == null) {
            return true;
        }
        while (permitted < count && probe.mayDispatch(task, first + permitted)) {
            permitted++;
        }
        if (permitted < count) {
            return false;
        }
        permitted = 0;
        return true;
    }
}
