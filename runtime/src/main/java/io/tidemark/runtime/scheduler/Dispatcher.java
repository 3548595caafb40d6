package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.TaskBlocks;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

/**
 * Sends ready tasks to the cores of one scheduler. Mixed tasks come first, and while some are left
 * nothing else is sent; then idle cores; then a second task to busy cores, but only when no other
 * scheduler has an idle one. For the thread that steps the scheduler.
 */
final class Dispatcher {
    private final int scheduler;
    private final TaskTable table;
    private final TeamBoard board;
    private final CoreTracker tracker;
    private final CoreSender sender;
    private final MixDispatcher mix;
    private final SchedulerProbe probe; // null when nobody records
    private final boolean singleIssue;
    private final long[] batch = new long[CoreMask.CAPACITY];
    private final HeldBlocks[] held = new HeldBlocks[TaskShape.SINGLE_CORE];

    private long popHits;
    private long popMisses;

    Dispatcher(
            int scheduler,
            SchedulerTeam team,
            CoreTracker tracker,
            CoreSender sender,
            SchedulerProbe probe,
            boolean singleIssue) {
        this.scheduler = scheduler;
        this.table = team.table();
        this.board = team.board();
        this.tracker = tracker;
        this.sender = sender;
        this.mix = new MixDispatcher(scheduler, team, tracker, sender, probe);
        this.probe = probe;
        this.singleIssue = singleIssue;
        for (int shape = 0; shape < held.length; shape++) {
            held[shape] = new HeldBlocks();
        }
    }

    /** Dispatches what can be; returns how many kernel runs. */
    int dispatch() {
        int mixed = 0;
        if (mix.hasTask()) {
            mixed = mix.toIdleClusters();
            if (mix.hasTask()) {
                publishIdle();
                return singleIssue ? mixed : mixed + mix.toTakingClusters();
            }
        }
        int first =
                scheduler
                        & 1; // schedulers differ in what they serve first, so neither shape starves
        int sent = mixed + toIdleCores(first) + toIdleCores(1 - first);
        if (!singleIssue) {
            sent += toOpenCores(first) + toOpenCores(1 - first);
        }
        return sent;
    }

    /** Blocks claimed from the queues that the probe does not let go yet. */
    int heldCount() {
        return mix.heldCount() + held[0].count() + held[1].count();
    }

    /** Tasks taken from the queues, those that were put back not counted. */
    long popHits() {
        return popHits + mix.popHits();
    }

    long popMisses() {
        return popMisses;
    }

    private void publishIdle() {
        for (int shape = 0; shape < TaskShape.SINGLE_CORE; shape++) {
            board.idle(scheduler, shape, tracker.idle().countIn(tracker.ofShape(shape)));
        }
    }

    private int toIdleCores(int shape) {
        int free = tracker.idle().countIn(tracker.ofShape(shape));
        int sent = free == 0 ? 0 : fill(shape, tracker.idle(), free);
        board.idle(scheduler, shape, free - sent);
        return sent;
    }

    private int toOpenCores(int shape) {
        int free = tracker.open().countIn(tracker.ofShape(shape));
        if (free == 0 || !hasTask(shape) || board.isAnotherIdle(scheduler, shape)) {
            return 0;
        }
        return fill(shape, tracker.open(), free);
    }

    private boolean hasTask(int shape) {
        return !held[shape].isEmpty() || !table.ready(shape).isEmpty();
    }

    /** Fills free cores of one kind; returns how many were filled. */
    private int fill(int shape, CoreMask free, int most) {
        int left = held[shape].isEmpty() ? most : most - sendHeld(shape, free, most);
        if (left == 0 || !held[shape].isEmpty()) {
            return most - left;
        }
        int popped = table.ready(shape).pop(batch, left);
        if (popped == 0) {
            popMisses++;
        }
        popHits += popped;
        for (int i = 0; i < popped; i++) {
            TaskSlot task = table.slot(batch[i]);
            if (left == 0) {
                putBack(shape, i, popped); // blocks of earlier ones took the last core
                break;
            }
            int first = 0;
            int end = 1;
            if (task.blockCount() > 1) {
                long claim = task.claimBlocks(left);
                first = TaskBlocks.first(claim);
                end = TaskBlocks.end(claim);
                if (end < task.blockCount()) {
                    table.putBack(task); // first, so that others can help meanwhile
                }
            }
            for (; first < end; first++) {
                if (probe != null && !probe.mayDispatch(task, first)) {
                    held[shape].hold(task, first, end);
                    putBack(shape, i + 1, popped);
                    return most - left;
                }
                send(shape, free, task, first);
                left--;
            }
        }
        return most - left;
    }

    private int sendHeld(int shape, CoreMask free, int most) {
        HeldBlocks blocks = held[shape];
        int sent = 0;
        while (sent < most
                && !blocks.isEmpty()
                && probe.mayDispatch(blocks.task(), blocks.next())) {
            send(shape, free, blocks.task(), blocks.next());
            blocks.release();
            sent++;
        }
        return sent;
    }

    private void send(int shape, CoreMask free, TaskSlot task, int block) {
        int index = free.firstIn(tracker.ofShape(shape));
        assert index >= 0 : "no core is free for task " + TaskTable.text(task.taskId());
        if (free == tracker.idle()) {
            sender.run(index, task, block);
        } else {
            sender.follow(index, task, block);
        }
    }

    private void putBack(int shape, int from, int to) {
        if (from == to) {
            return;
        }
        table.putBack(shape, batch, from, to - from);
        popHits -= to - from;
    }
}
