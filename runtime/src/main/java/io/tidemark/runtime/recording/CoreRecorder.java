package io.tidemark.runtime.recording;

import io.tidemark.chip.CoreProbe;
import io.tidemark.probe.swimlane.CoreSwimlaneProbe;

/** What a core tells, for the swimlane. For the thread that steps the core. */
final class CoreRecorder implements CoreProbe {
    private final CoreSwimlaneProbe swimlane;
    private final boolean commitsFirst;

    CoreRecorder(CoreSwimlaneProbe swimlane, boolean commitsFirst) {
        this.commitsFirst = commitsFirst;
        this.swimlane = swimlane;
    }

    @Override
    public boolean tryReserve(int token, long taskId) {
        return swimlane.tryReserve();
    }

    @Override
    public boolean commitsBeforeFinish() {
        return commitsFirst;
    }

    @Override
    public void threw(int token) {
        swimlane.threw();
    }

    @Override
    public void commit(
            int token,
            long taskId,
            int functionId,
            long receiveTick,
            long startTick,
            long endTick) {
        swimlane.commit(taskId, functionId, token, receiveTick, startTick, endTick);
    }
}
