package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.probe.swimlane.OrchestratorSwimlaneProbe;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.tensormap.ProducerList;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * What the orchestrator tells, for every channel that records it. Orchestrator thread only. A
 * channel that is off costs one test of a final field.
 */
final class OrchestratorRecorder implements OrchestratorProbe {
    private final OrchestratorSwimlaneProbe swimlane;
    private final ScopeRecorder scope; // null when off
    private final DepsRecorder deps; // null when off
    private final LongSupplier clock;
    private final boolean recordsRoot;
    private final boolean recordsSubmits;
    private final boolean recordsFanin;

    private OrchestratorView view;
    private long rootBegin;
    private long beginTick;
    private int call;
    private long submitIndex;
    private int calledSite = ScopeSiteRecord.UNKNOWN;
    private ScopeSite calledFrom;
    private final ScopeSite[] openedFrom = new ScopeSite[ScopeStack.MAX_DEPTH];

    /**
     * @param clock what submits are stamped with
     * @param recordsRoot whether the whole orchestration is a phase of the host
     */
    OrchestratorRecorder(
            OrchestratorSwimlaneProbe swimlane,
            ScopeRecorder scope,
            DepsRecorder deps,
            LongSupplier clock,
            boolean recordsRoot) {
        this.swimlane = swimlane;
        this.scope = scope;
        this.deps = deps;
        this.clock = clock;
        this.recordsRoot = recordsRoot;
        this.recordsSubmits = swimlane.recordsSubmits();
        this.recordsFanin = swimlane.recordsFanin();
    }

    /** False if no channel records the orchestrator: then it needs no probe at all. */
    boolean isOn() {
        return recordsSubmits || recordsFanin || scope != null || deps != null;
    }

    @Override
    public void attach(OrchestratorView newView) {
        view = newView;
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
    public boolean wantsFanin() {
        return recordsFanin;
    }

    @Override
    public void submitBegin() {
        if (recordsSubmits) {
            beginTick = clock.getAsLong();
            call = OrchPhaseRecord.SUBMIT;
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
        call = OrchPhaseRecord.ALLOCATION;
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
    public void submitFanin(long taskId, ProducerList producers) {
        if (producers.forgottenCount() > 0) {
            recordForgotten(taskId, producers);
        }
        swimlane.faninBegin(taskId, DepsRecorder.kind(view.slot(taskId)).code());
        for (int i = 0; i < producers.size(); i++) {
            swimlane.producer(producers.producer(i));
        }
        swimlane.faninEnd();
    }

    private void recordForgotten(long taskId, ProducerList producers) {
        for (int i = 0; i < producers.forgottenCount(); i++) {
            swimlane.forgotten(taskId, producers.forgotten(i));
        }
        producers.clearForgotten();
    }

    @Override
    public void submitEnd(long taskId) {
        if (recordsSubmits) {
            swimlane.called(call, beginTick, clock.getAsLong(), taskId, submitIndex++);
        }
    }

    @Override
    public void hostPhase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {
        swimlane.hostPhase(kind, beginNanos, endNanos, detail);
    }

    @Override
    public void scopeCalled() {
        if (scope != null) {
            // here: every frame costs
            calledFrom = ScopeCallers.WALKER.walk(scope.callers());
            calledSite = scope.sites().numberOf(calledFrom);
        }
    }

    @Override
    public void scopeCalled(ScopeSite from) {
        if (scope != null) {
            calledFrom = from;
            calledSite = scope.sites().numberOf(from);
        }
    }

    @Override
    public void scopeBegin(int depth, boolean manual) {
        if (depth == 0 && recordsRoot) {
            rootBegin = clock.getAsLong();
        }
        if (scope != null) {
            openedFrom[depth] = calledFrom;
            scope.begin(depth, depth == 0 ? ScopeSiteRecord.UNKNOWN : calledSite);
        }
    }

    @Override
    public void scopeEnd(int depth) {
        if (depth == 0 && recordsRoot) {
            hostPhase(HostPhaseKind.HOST_ORCH, rootBegin, clock.getAsLong(), 0);
        }
        if (scope != null) {
            scope.end(depth);
        }
    }

    @Override
    public List<String> scopeSites(int depth) {
        return Arrays.stream(openedFrom, 1, Math.clamp(depth, 0, openedFrom.length - 1) + 1)
                .filter(Objects::nonNull)
                .map(ScopeSite::toString)
                .toList();
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
