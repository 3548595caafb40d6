package io.tidemark.runtime.recording;

import io.tidemark.chip.DeviceClock;
import io.tidemark.probe.swimlane.OrchestratorSwimlaneProbe;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * What the orchestrator tells, for every channel that records it. Orchestrator thread only. A
 * channel that is off costs one test of a final field.
 */
final class OrchestratorRecorder implements OrchestratorProbe {
    private final OrchestratorSwimlaneProbe swimlane;
    private final ScopeRecorder scope; // null when off
    private final DepsRecorder deps; // null when off
    private final DeviceClock clock;
    private final boolean recordsSubmits;

    private long beginTick;
    private long submitIndex;

    OrchestratorRecorder(
            OrchestratorSwimlaneProbe swimlane,
            ScopeRecorder scope,
            DepsRecorder deps,
            DeviceClock clock) {
        this.swimlane = swimlane;
        this.scope = scope;
        this.deps = deps;
        this.clock = clock;
        this.recordsSubmits = swimlane.isRecording();
    }

    /** False if no channel records the orchestrator: then it needs no probe at all. */
    boolean isOn() {
        return recordsSubmits || scope != null || deps != null;
    }

    @Override
    public void attach(OrchestratorView view) {
        if (scope != null) {
            scope.attach(view);
        }
        if (deps != null) {
            deps.attach(view);
        }
    }

    @Override
    public boolean wantsEdges() {
        return deps != null;
    }

    @Override
    public void submitBegin() {
        if (recordsSubmits) {
            beginTick = clock.ticks();
        }
    }

    @Override
    public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
        if (deps != null) {
            deps.submit(taskId, arguments, manualScope);
        }
    }

    @Override
    public void allocInputs(long taskId, int tensors) {
        if (deps != null) {
            deps.alloc(taskId, tensors);
        }
    }

    @Override
    public void submitEdges(long taskId, int edges, long digest) {
        if (deps != null) {
            deps.found(taskId, edges, digest);
        }
    }

    @Override
    public void submitEnd(long taskId) {
        if (recordsSubmits) {
            swimlane.submitted(beginTick, clock.ticks(), taskId, submitIndex++);
        }
    }

    @Override
    public void scopeBegin(int depth, boolean manual) {
        if (scope != null) {
            scope.begin(depth);
        }
    }

    @Override
    public void scopeEnd(int depth) {
        if (scope != null) {
            scope.end(depth);
        }
    }

    @Override
    public void flush() {
        swimlane.flush();
        if (scope != null) {
            scope.flush();
        }
        if (deps != null) {
            deps.flush();
        }
    }
}
