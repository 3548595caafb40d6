package io.tidemark.runtime.recording;

import io.tidemark.chip.DeviceClock;
import io.tidemark.probe.swimlane.OrchestratorSwimlaneProbe;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.tensormap.SubmitArguments;

/** What the orchestrator tells, for the swimlane. Orchestrator thread only. */
final class OrchestratorRecorder implements OrchestratorProbe {
    private final OrchestratorSwimlaneProbe swimlane;
    private final DeviceClock clock;
    private final boolean recordsSubmits;

    private long beginTick;
    private long submitIndex;

    OrchestratorRecorder(OrchestratorSwimlaneProbe swimlane, DeviceClock clock) {
        this.swimlane = swimlane;
        this.clock = clock;
        this.recordsSubmits = swimlane.isRecording();
    }

    @Override
    public void submitBegin() {
        if (recordsSubmits) {
            beginTick = clock.ticks();
        }
    }

    @Override
    public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {}

    @Override
    public void submitEnd(long taskId) {
        if (recordsSubmits) {
            swimlane.submitted(beginTick, clock.ticks(), taskId, submitIndex++);
        }
    }

    @Override
    public void scopeBegin(int depth, boolean manual) {}

    @Override
    public void scopeEnd(int depth) {}

    @Override
    public void flush() {
        swimlane.flush();
    }
}
