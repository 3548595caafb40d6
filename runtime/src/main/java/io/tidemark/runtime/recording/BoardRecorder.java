package io.tidemark.runtime.recording;

import io.tidemark.chip.ChipShape;
import io.tidemark.memory.region.DeviceBoard;
import io.tidemark.memory.region.DeviceStatus;
import io.tidemark.runtime.stall.Stall;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SupervisorProbe;

/**
 * Keeps the board of a region: what each core has, for every scheduler, what the guard sees, and
 * how the run failed. Never full. Each scheduler's methods are called by the thread that steps it
 * and touch only the rows of its cores.
 */
final class BoardRecorder implements SchedulerProbe, SupervisorProbe {
    private final DeviceBoard board;
    private final DeviceStatus status;
    private final ChipShape shape;

    BoardRecorder(DeviceBoard board, DeviceStatus status, ChipShape shape) {
        this.board = board;
        this.status = status;
        this.shape = shape;
    }

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        int function = task.kernelAt(shape.position(core)).functionId();
        board.dispatchedRelease(core, token, task.taskId(), function);
        return 0;
    }

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {
        board.completedRelease(core, token);
    }

    @Override
    public void looked(long tick, long[] progress, long[] sinceTick, long[] startTick) {
        board.looked(tick, progress, sinceTick, startTick);
    }

    @Override
    public void counted(long submitted, long completed, int ready, boolean orchestrationDone) {
        board.counted(submitted, completed, ready, orchestrationDone);
    }

    @Override
    public void waits(int resourceCode, int ring, long taskId, int openScopes) {
        board.waits(resourceCode, ring, taskId, openScopes);
    }

    @Override
    public void failed(int orchestratorCode, int schedulerCode, Stall stall) {
        if (stall != null) {
            status.stalled(
                    stall.detail(),
                    stall.stuckTaskId(),
                    stall.stuckCore(),
                    stall.orchestrationDone(),
                    stall.completed(),
                    stall.total());
            status.counted(stall.running(), stall.ready(), stall.waiting());
        }
        status.failedRelease(orchestratorCode, schedulerCode);
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void loopBegin(long iteration) {}

    @Override
    public void observed(int core, int token) {}

    @Override
    public void completePhaseEnd(int tasks) {}

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {}

    @Override
    public void releasePhaseEnd(int tasks) {}

    @Override
    public boolean flush() {
        return true;
    }
}
