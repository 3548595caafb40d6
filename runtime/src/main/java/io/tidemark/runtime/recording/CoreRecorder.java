package io.tidemark.runtime.recording;

import io.tidemark.chip.CoreProbe;
import io.tidemark.probe.swimlane.CoreSwimlaneProbe;

/** What a core tells, for swimlane and counters. For the thread that steps the core. */
final class CoreRecorder implements CoreProbe {
    private final CoreSwimlaneProbe swimlane;
    private final CoreCounters counters; // null when off
    private final boolean commitsFirst;
    private long lastEndTick = Long.MIN_VALUE;

    CoreRecorder(CoreSwimlaneProbe swimlane, CoreCounters counters, boolean commitsFirst) {
        this.commitsFirst = commitsFirst;
        this.swimlane = swimlane;
        this.counters = counters;
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
    public void returned(int token, long startTick, long endTick) {
        lastEndTick = endTick;
        if (counters != null) {
            counters.returned(startTick, endTick);
        }
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

    /** When its last kernel returned. For the scheduler that saw a finish of this core. */
    long lastEndTick() {
        return lastEndTick;
    }
}
