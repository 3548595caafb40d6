package io.tidemark.runtime.engine;

import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.TeamBoard;

/**
 * How far a run is, for whoever watches it. Any thread; each number is right for some moment of the
 * recent past, and reading them disturbs nobody.
 */
public final class RunMonitor {
    private final TaskTable table;
    private final TeamBoard board;

    RunMonitor(TaskTable table, TeamBoard board) {
        this.table = table;
        this.board = board;
    }

    public long submitted() {
        return table.submittedAcquire();
    }

    /** Tasks that cores have finished; allocations are not counted. */
    public long completed() {
        return board.completedAcquire();
    }

    /** Tasks that wait for nothing but a core. */
    public int ready() {
        return table.readyCount();
    }

    public int rings() {
        return TaskId.RINGS;
    }

    /** Tasks of a ring that are submitted and not reclaimed yet. */
    public int aliveTasks(int ring) {
        long oldest = Integer.toUnsignedLong(table.ring(ring).lastTaskAliveAcquire());
        long next = table.ring(ring).submittedAcquire() & 0xFFFF_FFFFL;
        return (int) Math.max(0, next - oldest);
    }

    public int taskWindow(int ring) {
        return table.ring(ring).window().size();
    }
}
