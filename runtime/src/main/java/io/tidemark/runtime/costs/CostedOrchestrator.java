package io.tidemark.runtime.costs;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.TimeModel;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.tensormap.ProducerList;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.List;

/**
 * An orchestrator whose submits cost what the profile says, and its records too. What a submit has
 * cost is spent before the task can run, and those whose time is earlier go first: nothing sees the
 * task before its time. Orchestrator thread only.
 */
public final class CostedOrchestrator implements OrchestratorProbe {
    private final OrchestratorProbe inner; // null when nothing is recorded
    private final TimeModel time;
    private final ChipProfile.Control costs;
    private final long submitPicos;
    private final long scopePicos;

    /**
     * @param inner records, or null
     * @param records what is recorded
     */
    public CostedOrchestrator(OrchestratorProbe inner, TimeModel time, DfxFlags records) {
        this.inner = inner;
        this.time = time;
        this.costs = time.profile().control();
        ChipProfile.Records each = time.profile().records();
        this.submitPicos = (records.swimlaneLevel() >= 4 ? each.submit() : 0)
                + (records.has(DfxFeature.DEP_GEN) ? each.dependencies() : 0);
        this.scopePicos = records.has(DfxFeature.SCOPE_STATS) ? each.scope() : 0;
    }

    @Override
    public void attach(OrchestratorView view) {
        if (inner != null) {
            inner.attach(view);
        }
    }

    @Override
    public boolean wantsEdges() {
        return true;
    }

    @Override
    public boolean wantsFanin() {
        return inner != null && inner.wantsFanin();
    }

    @Override
    public void submitBegin() {
        if (inner != null) {
            inner.submitBegin();
        }
        time.spend(costs.submit() + submitPicos);
    }

    @Override
    public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
        if (inner != null) {
            inner.submitInputs(taskId, arguments, manualScope);
        }
        time.spend(arguments.tensorCount() * costs.argument());
    }

    @Override
    public void allocInputs(long taskId, int tensors) {
        if (inner != null) {
            inner.allocInputs(taskId, tensors);
        }
        time.spend(Math.max(0, costs.allocation() - costs.submit()) + tensors * costs.argument());
    }

    @Override
    public void submitEdges(long taskId, int edges, long digest) {
        if (inner != null && inner.wantsEdges()) {
            inner.submitEdges(taskId, edges, digest);
        }
        time.spend(edges * costs.edge());
        time.yieldTurn();
    }

    @Override
    public void submitFanin(long taskId, ProducerList producers) {
        inner.submitFanin(taskId, producers);
    }

    @Override
    public long hostNanos() {
        return time.nanos();
    }

    @Override
    public void hostPhase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {
        if (inner != null) {
            inner.hostPhase(kind, beginNanos, endNanos, detail);
        }
    }

    @Override
    public void cohort(long taskId) {
        if (inner != null) {
            inner.cohort(taskId);
        }
    }

    @Override
    public void elementTouched(boolean toWrite, boolean isAgain, long[] producers, int count) {
        if (inner != null) {
            inner.elementTouched(toWrite, isAgain, producers, count);
        }
    }

    @Override
    public void failureAsked() {
        if (inner != null) {
            inner.failureAsked();
        }
    }

    @Override
    public void timeSpent(long nanos) {
        if (inner != null) {
            inner.timeSpent(nanos);
        }
    }

    @Override
    public void chipAsked() {
        if (inner != null) {
            inner.chipAsked();
        }
    }

    @Override
    public void submitEnd(long taskId) {
        if (inner != null) {
            inner.submitEnd(taskId);
        }
    }

    @Override
    public void scopeCalled() {
        if (inner != null) {
            inner.scopeCalled();
        }
    }

    @Override
    public void scopeCalled(ScopeSite from) {
        if (inner != null) {
            inner.scopeCalled(from);
        }
    }

    @Override
    public void scopeBegin(int depth, boolean manual) {
        time.spend(costs.scope() + scopePicos);
        if (inner != null) {
            inner.scopeBegin(depth, manual);
        }
    }

    @Override
    public void scopeEnd(int depth) {
        time.spend(costs.scope() + scopePicos);
        if (inner != null) {
            inner.scopeEnd(depth);
        }
    }

    @Override
    public List<String> scopeSites(int depth) {
        return inner == null ? List.of() : inner.scopeSites(depth);
    }

    @Override
    public void flush() {
        if (inner != null) {
            inner.flush();
        }
    }
}
