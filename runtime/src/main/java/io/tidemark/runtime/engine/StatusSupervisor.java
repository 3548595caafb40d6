package io.tidemark.runtime.engine;

import io.tidemark.chip.Supervisor;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.scheduler.RunGuard;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SupervisorProbe;

/**
 * Writes for a recovery what its orchestrator waits for and how it failed, beside the guard that
 * judges it. For the thread that drives the run.
 */
final class StatusSupervisor implements Supervisor {
    private final RunGuard guard;
    private final Orchestrator orchestrator;
    private final RunLatches latches;
    private final SupervisorProbe probe;
    private OrchestratorWait waitTold = OrchestratorWait.NONE;
    private int scopesTold;
    private boolean isFailureTold;

    StatusSupervisor(RunGuard guard, Orchestrator orchestrator, RunLatches latches, SupervisorProbe probe) {
        this.guard = guard;
        this.orchestrator = orchestrator;
        this.latches = latches;
        this.probe = probe;
    }

    @Override
    public boolean goesOn() {
        boolean goesOn = guard.goesOn();
        tell();
        return goesOn;
    }

    @Override
    public long joinNanos(long usualNanos) {
        return guard.joinNanos(usualNanos);
    }

    private void tell() {
        OrchestratorWait wait = orchestrator.waitAtEnd();
        int scopes = orchestrator.openScopes();
        if (wait != waitTold || scopes != scopesTold) {
            waitTold = wait;
            scopesTold = scopes;
            probe.waits(wait.resource().code(), wait.ring(), wait.taskId(), scopes);
        }
        if (latches.hasFailed() && !isFailureTold) {
            isFailureTold = true;
            RunFailure failure = latches.failure();
            probe.failed(latches.orchestratorCode(), latches.schedulerCode(), failure.stall());
        }
    }
}
