package io.tidemark.runtime.scheduler;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.async.AsyncWaitList;
import io.tidemark.runtime.async.ConditionSlab;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerTeam;

/**
 * One scheduler's part in asynchronous completion: posts the conditions that kernels left in their
 * slabs, announces tasks whose last kernel run has ended, and polls for all when no other scheduler
 * does. A full mailbox is met again at the next step. For the thread that steps the scheduler.
 */
final class ConditionPoster {
    private final AsyncCompletion async;
    private final RunLatches latches;
    private final TaskTable table;
    private final AsyncCompletion.Failure failure = this::fail; // bound once
    private final TaskSlot[] unannounced;
    private int unannouncedCount;

    /**
     * @param cores how many cores the scheduler owns
     */
    ConditionPoster(SchedulerTeam team, int cores) {
        this.unannounced = new TaskSlot[DispatchPayload.BUFFERS * cores];
        this.async = team.launch().async();
        this.latches = team.latches();
        this.table = team.table();
    }

    /** Whether everything that ended was announced; else no more may end meanwhile. */
    boolean isCaughtUp() {
        while (unannouncedCount > 0 && async.postDone(unannounced[unannouncedCount - 1].taskId())) {
            unannouncedCount--;
        }
        return unannouncedCount == 0;
    }

    /** Posts what a kernel that has ended asked for; false when it has to wait. */
    boolean post(int core, int token, TaskSlot task) {
        ConditionSlab slab = async.slab(core, DispatchToken.payloadIndex(token));
        if (!slab.isUsed()) {
            return true;
        }
        int error = slab.error();
        if (error != 0) {
            String what = error == ErrorCode.ASYNC_WAIT_OVERFLOW.number()
                    ? "more than " + ConditionSlab.CAPACITY + " conditions of one kernel"
                    : "a damaged list of conditions";
            fail(ErrorCode.ofNumber(error).orElseThrow(), task.taskId(), what);
            return false;
        }
        if (!async.postConditions(slab, task.taskId())) {
            return false;
        }
        task.deferCompletion();
        return true;
    }

    /** The last kernel run of a task with conditions has ended. */
    void announce(TaskSlot task) {
        if (!async.postDone(task.taskId())) {
            unannounced[unannouncedCount++] = task;
        }
    }

    boolean isUsed() {
        return async.isUsed();
    }

    int poll(AsyncWaitList.Sink sink) {
        return async.poll(sink, failure);
    }

    private void fail(ErrorCode code, long taskId, String what) {
        TaskSlot task = table.slot(taskId);
        String of =
                task != null && task.kernel() != null ? " of " + task.kernel().name() : "";
        latches.failScheduler(RunFailure.of(code, "task " + TaskTable.text(taskId) + of + " registered " + what));
    }
}
