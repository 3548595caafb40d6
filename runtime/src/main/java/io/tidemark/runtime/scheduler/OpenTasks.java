package io.tidemark.runtime.scheduler;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.TaskStates;

/**
 * How many submitted tasks that are not complete run, are ready, or wait. Each task counts once, however
 * many cores it has. Counted when a run fails, by any thread; immutable.
 */
record OpenTasks(int running, int ready, int waiting) {
    static OpenTasks of(SchedulerTeam team) {
        long open = Math.max(0, team.table().submittedAcquire() - team.completed());
        int ready = team.table().readyCount();
        TaskStates states = team.policy().taskStates();
        if (!states.areStarted()) {
            return new OpenTasks(0, ready, 0); // no task waits for another one yet, all for the orchestration
        }
        long notReady = Math.max(0, open - ready);
        if (team.board().runningAcquire() == 0) {
            return new OpenTasks(0, ready, (int) notReady);
        }
        long running = Math.max(1, notReady - waiting(team, states));
        return new OpenTasks((int) running, ready, (int) Math.max(0, notReady - running));
    }

    private static int waiting(SchedulerTeam team, TaskStates states) {
        int waiting = 0;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskRing tasks = team.table().ring(ring);
            int end = (int) tasks.submittedAcquire();
            for (int local = tasks.lastTaskAliveAcquire(); local != end; local++) {
                TaskSlot slot = tasks.slot(local);
                if (slot != null && !states.isCompleteAcquire(slot) && isWaiting(slot, states)) {
                    waiting++;
                }
            }
        }
        return waiting;
    }

    private static boolean isWaiting(TaskSlot slot, TaskStates states) {
        boolean[] waits = {slot.isDeferred()};
        states.eachUnmet(slot, producer -> waits[0] = true);
        return waits[0];
    }
}
