package io.tidemark.runtime.scheduler;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskBlocks;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TeamBoard;

/**
 * Places mixed tasks on the clusters of one scheduler, each block on one cluster. Only the cores
 * that a task uses count. The oldest task of the queue stays there, for any scheduler that has a
 * place, until it fits here: so small tasks do not overtake a large one without end. For the thread that steps the
 * scheduler.
 */
final class MixDispatcher {
    private final int scheduler;
    private final TaskTable table;
    private final ReadyQueue queue;
    private final TeamBoard board;
    private final CoreTracker tracker;
    private final CoreSender sender;
    private final SchedulerProbe probe; // null when nothing is recorded
    private TaskSlot held; // by the probe, null if none
    private long popHits;

    MixDispatcher(int scheduler, SchedulerTeam team, CoreTracker tracker, CoreSender sender, SchedulerProbe probe) {
        this.scheduler = scheduler;
        this.table = team.table();
        this.queue = table.ready(TaskShape.MIX.code());
        this.board = team.board();
        this.tracker = tracker;
        this.sender = sender;
        this.probe = probe;
    }

    boolean hasTask() {
        return held != null || !queue.isEmpty();
    }

    int heldCount() {
        return held == null ? 0 : 1;
    }

    long popHits() {
        return popHits;
    }

    /** To clusters whose cores are idle, as far as the task uses them; returns kernel runs. */
    int toIdleClusters() {
        int sent = place(false);
        for (int word = 0; word < tracker.maskWords(); word++) {
            board.idleMask(scheduler, word, tracker.idle().word(word));
        }
        return sent;
    }

    /** To clusters where some of the cores run something and can be sent a second task. */
    int toTakingClusters() {
        return place(true);
    }

    private int place(boolean mayFollow) {
        int sent = 0;
        if (held != null) {
            if (room(held.coreMask(), mayFollow) == 0 || !probe.mayDispatch(held)) {
                return 0;
            }
            TaskSlot task = held;
            held = null;
            sent = send(task, mayFollow);
        }
        while (true) {
            TaskSlot task = takeFitting(mayFollow);
            if (task == null) {
                return sent;
            }
            if (probe != null && task.isUntouched() && !probe.mayDispatch(task)) {
                held = task;
                return sent;
            }
            sent += send(task, mayFollow);
        }
    }

    /** The oldest task if it fits somewhere, else null. */
    private TaskSlot takeFitting(boolean mayFollow) {
        while (true) {
            long position = queue.oldest();
            long taskId = queue.peekAt(position, TaskId.NONE);
            if (taskId == TaskId.NONE) {
                return null;
            }
            TaskSlot task = table.slot(taskId);
            int positions = task.coreMask(); // of another task if a scheduler takes this one meanwhile
            if (Integer.bitCount(positions) < 2 || room(positions, mayFollow) == 0) {
                if (queue.oldest() == position) {
                    return null;
                }
            } else if (queue.takeAt(position)) {
                popHits++;
                return task;
            }
        }
    }

    private int send(TaskSlot task, boolean mayFollow) {
        // Not asked again whether another scheduler has an idle cluster: the task has left the
        // queue.
        long claim = task.claimBlocks(clusters(task.coreMask(), mayFollow));
        int end = TaskBlocks.end(claim);
        if (claim != TaskBlocks.NOTHING && end < task.blockCount()) {
            table.putBack(task); // first, so that others can help meanwhile
        }
        int sent = 0;
        for (int block = TaskBlocks.first(claim); block < end; block++) {
            sent += onFirstCluster(task, block, mayFollow);
        }
        return sent;
    }

    /** How many clusters should take a block now: none while it is another scheduler's turn. */
    private int room(int positions, boolean mayFollow) {
        return mayFollow && board.isAnotherClusterIdle(scheduler, positions) ? 0 : clusters(positions, mayFollow);
    }

    /** How many clusters could take a block. */
    private int clusters(int positions, boolean mayFollow) {
        return takers(mayFollow).clusterCount(positions);
    }

    private CoreMask takers(boolean mayFollow) {
        return mayFollow ? tracker.takers() : tracker.idle();
    }

    /** Each core by itself: an idle one runs its part, a busy one gets it behind what it runs. */
    private int onFirstCluster(TaskSlot task, int block, boolean mayFollow) {
        int positions = task.coreMask();
        int base = takers(mayFollow).firstCluster(positions);
        assert base >= 0 : "no cluster is free for task " + TaskTable.text(task.taskId());
        for (int left = positions; left != 0; left &= left - 1) {
            int index = base + Integer.numberOfTrailingZeros(left);
            if (tracker.idle().has(index)) {
                sender.run(index, task, block);
            } else {
                sender.follow(index, task, block);
            }
        }
        return Integer.bitCount(positions);
    }
}
