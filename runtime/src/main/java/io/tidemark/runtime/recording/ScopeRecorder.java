package io.tidemark.runtime.recording;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.chip.DeviceClock;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.ring.ScopeStack;
import java.util.Arrays;

/** Samples the rings at both ends of each scope. Orchestrator thread only. */
final class ScopeRecorder {
    /** Files count dependency nodes from 1, as the pools they were first written for do. */
    private static final int FIRST_NODE = 1;

    private final ScopeProbe probe;
    private final DeviceClock clock;
    private final ScopeSites sites;
    private final int[] siteOfDepth = new int[ScopeStack.MAX_DEPTH];
    private ScopeCallers callers; // null until a caller does not say from where
    private OrchestratorView view;

    ScopeRecorder(ScopeProbe probe, DeviceClock clock) {
        this.probe = probe;
        this.clock = clock;
        this.sites = new ScopeSites(probe);
    }

    void attach(OrchestratorView newView) {
        view = newView;
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            probe.capacity(ring, view.taskWindow(ring), view.heapCapacityBytes(ring), view.nodeCapacity(ring));
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

    /** The numbers that places have in one run. Orchestrator thread only. */
    static final class ScopeSites {
        private final ScopeProbe probe;
        private int[] numbers = new int[16]; // by index of the place; UNKNOWN until it is named

        ScopeSites(ScopeProbe probe) {
            this.probe = probe;
        }

        /** Number of a place; it is named in the region when it is first asked for. */
        int numberOf(ScopeSite site) {
            int index = site.index();
            int number = index < numbers.length ? numbers[index] : ScopeSiteRecord.UNKNOWN;
            return number == ScopeSiteRecord.UNKNOWN ? name(site) : number;
        }

        private int name(ScopeSite site) {
            int index = site.index();
            if (index >= numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(index + 1, 2 * numbers.length));
            }
            numbers[index] = probe.site(site.file(), site.line());
            return numbers[index];
        }
    }
}
