package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Core;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

/**
 * Sends ready tasks to the cores of one scheduler: idle cores first; a second task to a busy core
 * only when no other scheduler has an idle one. For the thread that steps the scheduler.
 */
final class Dispatcher {
    private final int scheduler;
    private final TaskTable table;
    private final TeamBoard board;
    private final CoreTracker tracker;
    private final CoreRegisters registers;
    private final SchedulerProbe probe; // null when nobody records
    private final boolean singleIssue;
    private final long[] batch = new long[CoreMask.CAPACITY];
    private final long[] runningDispatchTick = new long[CoreMask.CAPACITY];
    private final long[] pendingDispatchTick = new long[CoreMask.CAPACITY];
    private final long[][] held = new long[TaskShape.COUNT][CoreMask.CAPACITY];
    private final int[] heldCount = new int[TaskShape.COUNT];

    private long toIdle;
    private long toPending;
    private long popMisses;

    Dispatcher(
            int scheduler,
            SchedulerTeam team,
            CoreTracker tracker,
            SchedulerProbe probe,
            boolean singleIssue) {
        this.scheduler = scheduler;
        this.table = team.table();
        this.board = team.board();
        this.tracker = tracker;
        this.registers = team.registers();
        this.probe = probe;
        this.singleIssue = singleIssue;
    }

    /** Dispatches what can be; returns how many tasks. */
    int dispatch() {
        int first =
                scheduler
                        & 1; // schedulers differ in what they serve first, so neither shape starves
        int sent = toIdleCores(first) + toIdleCores(1 - first);
        if (!singleIssue) {
            sent += toOpenCores(first) + toOpenCores(1 - first);
        }
        return sent;
    }

    /** Tasks taken from the queues that the probe does not let go yet. */
    int heldCount() {
        int count = 0;
        for (int ofShape : heldCount) {
            count += ofShape;
        }
        return count;
    }

    long toIdle() {
        return toIdle;
    }

    long toPending() {
        return toPending;
    }

    long popMisses() {
        return popMisses;
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

    private int toIdleCores(int shape) {
        CoreMask candidates = tracker.ofShape(shape);
        int free = tracker.idle().countIn(candidates);
        int popped = free == 0 ? 0 : pop(shape, free);
        for (int i = 0; i < popped; i++) {
            TaskSlot task = table.slot(batch[i]);
            if (probe != null && !probe.mayDispatch(task)) {
                popped = hold(shape, i, popped);
                break;
            }
            int index = tracker.idle().firstIn(candidates);
            int token = send(index, task, runningDispatchTick);
            tracker.startRunning(index, token, task);
            registers.dispatchRelease(tracker.core(index).index(), token);
        }
        board.idle(scheduler, shape, free - popped);
        toIdle += popped;
        return popped;
    }

    private int toOpenCores(int shape) {
        CoreMask candidates = tracker.ofShape(shape);
        int free = tracker.open().countIn(candidates);
        if (free == 0 || !hasTask(shape) || board.isAnotherIdle(scheduler, shape)) {
            return 0;
        }
        int popped = pop(shape, free);
        for (int i = 0; i < popped; i++) {
            TaskSlot task = table.slot(batch[i]);
            if (probe != null && !probe.mayDispatch(task)) {
                popped = hold(shape, i, popped);
                break;
            }
            int index = tracker.open().firstIn(candidates);
            int token = send(index, task, pendingDispatchTick);
            tracker.startPending(index, token, task);
            registers.dispatchRelease(tracker.core(index).index(), token);
        }
        toPending += popped;
        return popped;
    }

    private boolean hasTask(int shape) {
        return heldCount[shape] > 0 || !table.ready(shape).isEmpty();
    }

    /** Keeps the rest of the batch for later steps; returns how many were sent. */
    private int hold(int shape, int sent, int popped) {
        int kept = popped - sent;
        System.arraycopy(held[shape], 0, held[shape], kept, heldCount[shape]);
        System.arraycopy(batch, sent, held[shape], 0, kept);
        heldCount[shape] += kept;
        return sent;
    }

    private int pop(int shape, int most) {
        assert shape < TaskShape.COUNT : "shape=" + shape;
        if (heldCount[shape] > 0) {
            return popHeld(shape, most);
        }
        ReadyQueue queue = table.ready(shape);
        int popped = queue.pop(batch, most);
        if (popped == 0) {
            popMisses++;
        }
        return popped;
    }

    /** Those that were held back go first, and alone: they are older than what is queued. */
    private int popHeld(int shape, int most) {
        int popped = Math.min(most, heldCount[shape]);
        System.arraycopy(held[shape], 0, batch, 0, popped);
        heldCount[shape] -= popped;
        System.arraycopy(held[shape], popped, held[shape], 0, heldCount[shape]);
        return popped;
    }

    /** Fills the payload buffer that the next token of a core uses; the caller sends the token. */
    private int send(int index, TaskSlot task, long[] dispatchTick) {
        Core<TaskSlot> core = tracker.core(index);
        int token = tracker.nextToken(index);
        core.payload(token).fill(task, 0, false);
        if (probe != null) {
            dispatchTick[index] = probe.dispatch(core.index(), token, task);
        }
        return token;
    }
}
