package io.tidemark.runtime.scheduler;

import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.SchedulerProbe;
import java.util.function.Consumer;

/**
 * Completes tasks that need no core: those without kernel, and those whose predicate says no. For
 * the thread that completes them.
 */
public final class DummyDrain {
    /** Per turn, so that a long chain of them does not keep cores waiting. */
    static final int MOST_PER_TURN = 8;

    private final TaskTable table;
    private final ReadyQueue queue;
    private final Consumer<TaskSlot> completion;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final long[] batch = new long[MOST_PER_TURN];
    private long dummies;
    private long skipped;

    /**
     * @param completion where complete tasks go
     * @param probe null when nothing is recorded
     */
    public DummyDrain(TaskTable table, Consumer<TaskSlot> completion, SchedulerProbe probe) {
        this.table = table;
        this.queue = table.ready(TaskShape.DUMMY.code());
        this.completion = completion;
        this.probe = probe;
    }

    /** Tasks without kernel completed so far. */
    public long dummies() {
        return dummies;
    }

    /** Tasks completed without running, because their predicate said no. */
    public long skipped() {
        return skipped;
    }

    /** Completes some dummy tasks and returns how many. */
    public int drain() {
        if (queue.isEmpty()) {
            return 0;
        }
        int popped = queue.pop(batch, MOST_PER_TURN);
        for (int i = 0; i < popped; i++) {
            TaskSlot task = table.slot(batch[i]);
            if (task.isSkipped()) {
                skipped++;
            } else {
                dummies++;
            }
            if (probe != null) {
                probe.retired(task);
            }
            completion.accept(task);
        }
        if (popped > 0 && probe != null) {
            probe.dummyPhaseEnd(popped);
        }
        return popped;
    }
}
