package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.chip.DeviceClock;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.ring.TaskId;

/** Samples the rings at both ends of each scope. Orchestrator thread only. */
final class ScopeRecorder {
    /** Files count dependency nodes from 1, as the pools they were first written for do. */
    private static final int FIRST_NODE = 1;

    private final ScopeProbe probe;
    private final DeviceClock clock;
    private final ScopeSites sites;
    private final int[] siteOfDepth = new int[ScopeStack.MAX_DEPTH];
    private ScopeCallers callers; // null until somebody calls who does not say from where
    private OrchestratorView view;

    ScopeRecorder(ScopeProbe probe, DeviceClock clock) {
        this.probe = probe;
        this.clock = clock;
        this.sites = new ScopeSites(probe);
    }

    void attach(OrchestratorView newView) {
        view = newView;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            probe.capacity(
                    ring,
                    view.taskWindow(ring),
                    view.heapCapacityBytes(ring),
                    view.nodeCapacity(ring));
        }
        probe.capacity(view.tensorMapCapacity());
    }

    ScopeSites sites() {
        return sites;
    }

    ScopeCallers callers() {
        if (callers == null) {
            callers = new ScopeCallers();
        }
        return callers;
    }

    /**
     * @param site of the call that opened the scope
     */
    void begin(int depth, int site) {
        siteOfDepth[depth] = site;
        sample(ScopePhase.BEGIN, depth);
    }

    void end(int depth) {
        sample(ScopePhase.END, depth);
    }

    private void sample(ScopePhase phase, int depth) {
        int ring = view.ring();
        view.look(ring);
        probe.sample(
                phase,
                siteOfDepth[depth],
                depth,
                ring,
                clock.ticks(),
                view.taskStart(ring),
                view.taskEnd(ring),
                view.heapStartBytes(ring),
                view.heapEndBytes(ring),
                view.nodesStart(ring) + FIRST_NODE,
                view.nodesEnd(ring) + FIRST_NODE,
                view.tensorMapEntries());
    }

    void flush() {
        if (view.hasFailed()) {
            probe.latchFatal();
        }
        probe.flush();
    }
}
