package io.tidemark.runtime.hostgraph;

import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.team.TeamBoard;

/**
 * Lets a scheduler tell the resolver what it sees instead of judging by itself. For the thread that
 * steps the scheduler.
 */
final class StallReport implements StallWatch {
    private final int scheduler;
    private final TeamBoard board;
    private final CoreActivity cores;

    StallReport(int scheduler, TeamBoard board, CoreActivity cores) {
        this.scheduler = scheduler;
        this.board = board;
        this.cores = cores;
    }

    @Override
    public void progress() {
        board.progress(scheduler);
    }

    @Override
    public RunFailure check() {
        int core = cores.firstBusyCore();
        board.quiet(scheduler, core, core < 0 ? -1 : cores.firstBusyTask());
        return null;
    }
}
