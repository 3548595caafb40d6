package io.tidemark.runtime.recording;

import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.orchestrator.OrchestratorView;
import io.tidemark.runtime.tensormap.ProducerList;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.List;

/** Two probes of one orchestrator, called one after the other. Orchestrator thread only. */
final class OrchestratorChain implements OrchestratorProbe {
    private final OrchestratorProbe first;
    private final OrchestratorProbe second;
    private final boolean firstWantsEdges;
    private final boolean firstWantsFanin;
    private final boolean secondWantsEdges;
    private final boolean secondWantsFanin;

    OrchestratorChain(OrchestratorProbe first, OrchestratorProbe second) {
        this.first = first;
        this.second = second;
        firstWantsEdges = first.wantsEdges();
        firstWantsFanin = first.wantsFanin();
        secondWantsEdges = second.wantsEdges();
        secondWantsFanin = second.wantsFanin();
    }

    @Override
    public void attach(OrchestratorView view) {
        first.attach(view);
        second.attach(view);
    }

    @Override
    public boolean wantsEdges() {
        return firstWantsEdges || secondWantsEdges;
    }

    @Override
    public boolean wantsFanin() {
        return firstWantsFanin || secondWantsFanin;
    }

    @Override
    public void submitBegin() {
        first.submitBegin();
        second.submitBegin();
    }

    @Override
    public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
        first.submitInputs(taskId, arguments, manualScope);
        second.submitInputs(taskId, arguments, manualScope);
    }

    @Override
    public void allocInputs(long taskId, int tensors) {
        first.allocInputs(taskId, tensors);
        second.allocInputs(taskId, tensors);
    }

    @Override
    public void submitEdges(long taskId, int edges, long digest) {
        if (firstWantsEdges) {
            first.submitEdges(taskId, edges, digest);
        }
        if (secondWantsEdges) {
            second.submitEdges(taskId, edges, digest);
        }
    }

    @Override
    public void submitFanin(long taskId, ProducerList producers) {
        if (firstWantsFanin) {
            first.submitFanin(taskId, producers);
        }
        if (secondWantsFanin) {
            second.submitFanin(taskId, producers);
        }
    }

    @Override
    public void hostPhase(HostPhaseKind kind, long beginNanos, long endNanos, long detail) {
        first.hostPhase(kind, beginNanos, endNanos, detail);
        second.hostPhase(kind, beginNanos, endNanos, detail);
    }

    @Override
    public void cohort(long taskId) {
        first.cohort(taskId);
        second.cohort(taskId);
    }

    @Override
    public void elementTouched(boolean toWrite, boolean isAgain, long[] producers, int count) {
        first.elementTouched(toWrite, isAgain, producers, count);
        second.elementTouched(toWrite, isAgain, producers, count);
    }

    @Override
    public void failureAsked() {
        first.failureAsked();
        second.failureAsked();
    }

    @Override
    public void timeSpent(long nanos) {
        first.timeSpent(nanos);
        second.timeSpent(nanos);
    }

    @Override
    public void chipAsked() {
        first.chipAsked();
        second.chipAsked();
    }

    @Override
    public void submitEnd(long taskId) {
        first.submitEnd(taskId);
        second.submitEnd(taskId);
    }

    @Override
    public void scopeCalled() {
        first.scopeCalled();
        second.scopeCalled();
    }

    @Override
    public void scopeCalled(ScopeSite from) {
        first.scopeCalled(from);
        second.scopeCalled(from);
    }

    @Override
    public void scopeBegin(int depth, boolean manual) {
        first.scopeBegin(depth, manual);
        second.scopeBegin(depth, manual);
    }

    @Override
    public void scopeEnd(int depth) {
        first.scopeEnd(depth);
        second.scopeEnd(depth);
    }

    @Override
    public List<String> scopeSites(int depth) {
        List<String> sites = first.scopeSites(depth);
        return sites.isEmpty() ? second.scopeSites(depth) : sites;
    }

    @Override
    public void flush() {
        first.flush();
        second.flush();
    }
}
