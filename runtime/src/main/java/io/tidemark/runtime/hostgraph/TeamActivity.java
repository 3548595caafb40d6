package io.tidemark.runtime.hostgraph;

import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.TeamBoard;

/** The cores of all schedulers, as those report them. For the thread that steps the resolver. */
final class TeamActivity implements CoreActivity {
    private final TeamBoard board;

    TeamActivity(TeamBoard board) {
        this.board = board;
    }

    @Override
    public boolean isIdle() {
        return board.runningAcquire() == 0;
    }

    @Override
    public int firstBusyCore() {
        int scheduler = firstBusyScheduler();
        return scheduler < 0 ? -1 : board.busyCoreAcquire(scheduler);
    }

    @Override
    public long firstBusyTask() {
        int scheduler = firstBusyScheduler();
        return scheduler < 0 ? TaskId.NONE : board.busyTask(scheduler);
    }

    private int firstBusyScheduler() {
        for (int scheduler = 0; scheduler < board.schedulers(); scheduler++) {
            if (board.busyCoreAcquire(scheduler) >= 0) {
                return scheduler;
            }
        }
        return -1;
    }
}
