package io.tidemark.runtime.scheduler;

import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.SlotTransition;
import io.tidemark.runtime.async.AsyncWaitList;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.CoreMask;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;

/**
 * Looks at the status words of one scheduler's cores and completes what is done: a task when the
 * last of its kernel runs has ended, wherever the others ran. For the thread that steps the
 * scheduler.
 */
final class CorePoller {
    private final CoreTracker tracker;
    private final CoreRegisters registers;
    private final CoreSender sender;
    private final Completions completion;
    private final GateOpener gates;
    private final ConditionPoster conditions;
    private final TaskTable table;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final AsyncWaitList.Sink sink = this::conditionsMet; // bound once
    private final TaskSlot[] ended;
    private int endedCount; // tasks whose last run has ended, but which the probe holds

    private long subtasks;
    private long tasks;
    private boolean isHeldBack;

    CorePoller(
            SchedulerTeam team,
            CoreTracker tracker,
            CoreSender sender,
            GateOpener gates,
            Completions completion,
            SchedulerProbe probe) {
        this.tracker = tracker;
        this.registers = team.registers();
        this.table = team.table();
        this.conditions = new ConditionPoster(team, tracker.count());
        this.ended = new TaskSlot[DispatchPayload.BUFFERS * tracker.count() + AsyncWaitList.TASKS];
        this.sender = sender;
        this.gates = gates;
        this.completion = completion;
        this.probe = probe;
    }

    /** Kernel runs that have ended on this scheduler's cores. */
    long subtasks() {
        return subtasks;
    }

    /** Tasks completed because of them. */
    long tasks() {
        return tasks;
    }

    /** Whether the probe let something not happen in the last poll. */
    boolean isHeldBack() {
        return isHeldBack;
    }

    /** Whether nothing but the cores decides what the next poll finds. */
    boolean asksCoresOnly() {
        return !isHeldBack && endedCount == 0 && !conditions.isUsed();
    }

    /** Polls every busy core; returns how many kernel runs ended and held tasks were let go. */
    int poll() {
        isHeldBack = false;
        int done = endedCount == 0 ? 0 : completeHeld();
        if (endedCount > 0 || !conditions.isCaughtUp()) {
            return done; // no more may end meanwhile than there is room to hold
        }
        if (tracker.isIdle()) {
            return done;
        }
        CoreMask busy = tracker.busy();
        for (int index = busy.firstIn(busy); index >= 0; index = busy.nextIn(busy, index + 1)) {
            done += poll(index);
        }
        return done;
    }

    /** Completes tasks whose conditions are met, of any scheduler; returns how many. */
    int pollConditions() {
        return conditions.poll(sink);
    }

    /** Whether there is anything to ask. */
    boolean hasConditions() {
        return conditions.isUsed() && endedCount == 0;
    }

    private void conditionsMet(long taskId) {
        TaskSlot task = table.slot(taskId);
        if (mayComplete(task)) {
            tasks++;
            completion.complete(task);
        } else {
            ended[endedCount++] = task;
        }
    }

    private int poll(int index) {
        int core = tracker.core(index);
        int status = registers.statusAcquire(core);
        if (probe != null) {
            probe.observed(core, DispatchToken.tokenOf(status));
        }
        SlotTransition transition = SlotTransition.of(
                status, tracker.runningToken(index), tracker.pendingToken(index), tracker.isPendingGated(index));
        if (!transition.completesRunning()) {
            if (transition == SlotTransition.RUNNING_ACKNOWLEDGED) {
                tracker.acknowledged(index);
            }
            return 0;
        }
        if (!mayEnd(core, tracker.runningToken(index), tracker.runningTask(index))) {
            return 0; // the core keeps saying that it is done
        }
        int done = 1;
        end(index, tracker.runningToken(index), tracker.runningTask(index), false);
        boolean pendingWaits =
                transition.completesPending() && !mayEnd(core, tracker.pendingToken(index), tracker.pendingTask(index));
        if (transition.completesPending() && !pendingWaits) {
            end(index, tracker.pendingToken(index), tracker.pendingTask(index), true);
            done = 2;
        }
        if (transition.promotesPending() || pendingWaits) {
            tracker.promote(index, transition.opensPending() && !pendingWaits);
            if (transition == SlotTransition.GATED_MOVED_UP
                    && tracker.runningTask(index).isSyncStart()) {
                gates.cohortRuns(tracker.runningTask(index), 1);
            }
        } else {
            tracker.becomeIdle(index);
        }
        return done;
    }

    /** Of several runs only the last completes the task, and which one that is shows later. */
    private boolean mayEnd(int core, int token, TaskSlot task) {
        if (!conditions.post(core, token, task)) {
            return false; // the core keeps saying that it is done
        }
        return task.subtasks() > 1 || task.isDeferred() || mayComplete(task);
    }

    private boolean mayComplete(TaskSlot task) {
        if (probe == null || probe.mayComplete(task)) {
            return true;
        }
        isHeldBack = true;
        return false;
    }

    private void end(int index, int token, TaskSlot task, boolean pending) {
        if (probe != null) {
            long tick = pending ? tracker.pendingDispatchTick(index) : tracker.runningDispatchTick(index);
            probe.complete(tracker.core(index), token, task, tick);
        }
        if (task.isTimed()) {
            sender.ended(task);
        }
        subtasks++;
        if (!task.endSubtask()) {
            return;
        }
        if (task.isDeferred()) {
            conditions.announce(task);
            return;
        }
        if (task.subtasks() > 1 && !mayComplete(task)) {
            ended[endedCount++] = task;
            return;
        }
        tasks++;
        completion.complete(task);
    }

    private int completeHeld() {
        int done = 0;
        while (done < endedCount && mayComplete(ended[done])) {
            tasks++;
            completion.complete(ended[done++]);
        }
        endedCount -= done;
        System.arraycopy(ended, done, ended, 0, endedCount);
        return done;
    }
}
