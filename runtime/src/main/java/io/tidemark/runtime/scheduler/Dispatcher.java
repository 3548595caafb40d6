package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskBlocks;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TeamBoard;
import java.util.Arrays;

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
    private final CohortDispatcher cohorts;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final boolean singleIssue;
    private final long[] batch;
    private final TaskSlot[] held = new TaskSlot[TaskShape.SINGLE_CORE]; // by the probe
    private final ReadyQueue[] queues = new ReadyQueue[TaskShape.SINGLE_CORE];
    private final int[] publishedIdle = {-1, -1}; // by shape: the last value published to the others
    private int changesSeen = -1; // of the tracker, when it missed last
    private int missesSeen;

    private long popHits;
    private long popMisses;

    Dispatcher(
            int scheduler,
            SchedulerTeam team,
            CoreTracker tracker,
            CoreSender sender,
            CohortDispatcher cohorts,
            SchedulerProbe probe,
            boolean singleIssue) {
        this.scheduler = scheduler;
        this.table = team.table();
        this.board = team.board();
        this.tracker = tracker;
        this.batch = new long[tracker.count()];
        this.sender = sender;
        this.cohorts = cohorts;
        this.mix = new MixDispatcher(scheduler, team, tracker, sender, probe);
        this.probe = probe;
        this.singleIssue = singleIssue;
        Arrays.setAll(queues, table::ready);
    }

    /** Dispatches what can be; returns how many kernel runs. */
    int dispatch() {
        int mixed = 0;
        if (cohorts.hasTask()) {
            mixed = cohorts.dispatch();
            if (cohorts.isDraining() || cohorts.isHolding()) {
                publishIdle();
                return mixed;
            }
        }
        if (mix.hasTask()) {
            mixed += mix.toIdleClusters();
            if (mix.hasTask()) {
                publishIdle();
                return singleIssue ? mixed : mixed + mix.toTakingClusters();
            }
        }
        if (!hasTask(0) && !hasTask(1)) { // most looks find nothing
            missAll();
            return mixed;
        }
        int first = scheduler & 1; // schedulers differ in what they serve first, so neither shape starves
        int sent = mixed + toIdleCores(first) + toIdleCores(1 - first);
        if (!singleIssue) {
            sent += toOpenCores(first) + toOpenCores(1 - first);
        }
        return sent;
    }

    /** Tasks taken from the queues that the probe does not let go yet. */
    int heldCount() {
        return cohorts.heldCount() + mix.heldCount() + (held[0] == null ? 0 : 1) + (held[1] == null ? 0 : 1);
    }

    /** Tasks taken from the queues, those that were put back not counted. */
    long popHits() {
        return popHits + mix.popHits() + cohorts.popHits();
    }

    long popMisses() {
        return popMisses;
    }

    /** Whether anything waits to be dispatched. */
    boolean hasReady() {
        return cohorts.hasTask() || mix.hasTask() || hasTask(0) || hasTask(1);
    }

    private void publishIdle() {
        for (int shape = 0; shape < TaskShape.SINGLE_CORE; shape++) {
            tellIdle(shape, tracker.idle().countIn(tracker.ofShape(shape)));
        }
    }

    private void tellIdle(int shape, int count) {
        if (publishedIdle[shape] != count) { // most looks change nothing
            publishedIdle[shape] = count;
            board.idle(scheduler, shape, count);
        }
    }

    /** As if every kind of idle core had been offered to its empty queue. */
    private void missAll() {
        if (changesSeen != tracker.changes()) {
            changesSeen = tracker.changes();
            missesSeen = 0;
            for (int shape = 0; shape < TaskShape.SINGLE_CORE; shape++) {
                int free = tracker.idle().countIn(tracker.ofShape(shape));
                missesSeen += free == 0 ? 0 : 1;
                tellIdle(shape, free);
            }
        }
        popMisses += missesSeen;
    }

    private int toIdleCores(int shape) {
        int free = tracker.idle().countIn(tracker.ofShape(shape));
        int sent = free == 0 ? 0 : fill(shape, tracker.idle(), free);
        tellIdle(shape, free - sent);
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
        return held[shape] != null || !queues[shape].isEmpty();
    }

    /** Fills free cores of one kind; returns how many were filled. */
    private int fill(int shape, CoreMask free, int most) {
        int left = most;
        if (held[shape] != null) {
            TaskSlot task = held[shape];
            if (!probe.mayDispatch(task)) {
                return 0;
            }
            held[shape] = null;
            left -= sendBlocks(shape, free, task, left);
        }
        int popped = left == 0 ? 0 : pop(shape, left);
        for (int i = 0; i < popped; i++) {
            TaskSlot task = table.slot(batch[i]);
            if (left == 0) {
                putBack(shape, i, popped); // blocks of earlier ones took the last core
                break;
            }
            if (probe != null && task.isUntouched() && !probe.mayDispatch(task)) {
                held[shape] = task;
                putBack(shape, i + 1, popped);
                break;
            }
            left -= sendBlocks(shape, free, task, left);
        }
        return most - left;
    }

    private int pop(int shape, int most) {
        int popped = queues[shape].pop(batch, most);
        if (popped == 0) {
            popMisses++;
        }
        popHits += popped;
        return popped;
    }

    /** Sends as many blocks of a task as there is room for; returns how many. */
    private int sendBlocks(int shape, CoreMask free, TaskSlot task, int most) {
        if (!task.isDivided()) {
            send(shape, free, task, 0);
            return 1;
        }
        long claim = task.claimBlocks(most);
        int first = TaskBlocks.first(claim);
        int end = TaskBlocks.end(claim);
        if (claim != TaskBlocks.NOTHING && end < task.blockCount()) {
            table.putBack(task); // before anything is sent, so that others can help meanwhile
        }
        for (int block = first; block < end; block++) {
            send(shape, free, task, block);
        }
        return end - first;
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
