package io.tidemark.runtime.team;

import io.tidemark.abi.ErrorCode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How a run ends, agreed between all its threads. Orchestrator and schedulers each have a latch
 * that only the first failure sets. {@code fatalStarted} is set before {@code completed}, so a
 * thread that sees a run completed can tell how. Any thread.
 */
public final class RunLatches {
    private static final long UNSET = Long.MIN_VALUE;
    private static final long STUCK_JOIN_NANOS = 1_000_000_000L; // as on silicon

    private final AtomicReference<RunFailure> orchestratorFailure = new AtomicReference<>();
    private final AtomicReference<RunFailure> schedulerFailure = new AtomicReference<>();
    private final AtomicBoolean fatalStarted = new AtomicBoolean();
    private final AtomicLong joinDeadlineNanos = new AtomicLong(UNSET);
    private final AtomicLong endTick = new AtomicLong(UNSET);
    private final AtomicBoolean witnessed = new AtomicBoolean();
    private volatile Runnable witness = () -> {};
    private volatile boolean failed;
    private volatile boolean completed;
    private volatile boolean orchestrationStarted;
    private volatile boolean orchestrationDone;

    /**
     * What looks at the run on the thread that fails it first, before anybody else can notice: set
     * before the run starts.
     */
    public void witness(Runnable newWitness) {
        witness = newWitness;
    }

    private void beWitnessed() {
        if (!witnessed.getAndSet(true)) {
            witness.run();
        }
    }

    /**
     * Without effect after any failure: what an orchestration does then is a consequence, not a
     * cause.
     */
    public boolean failOrchestrator(RunFailure failure) {
        if (failed) {
            return false;
        }
        beWitnessed();
        boolean first = orchestratorFailure.compareAndSet(null, failure);
        failed = true;
        return first;
    }

    public boolean failScheduler(RunFailure failure) {
        beWitnessed();
        boolean first = schedulerFailure.compareAndSet(null, failure);
        failed = true;
        return first;
    }

    public boolean hasFailed() {
        return failed;
    }

    /** The failure that the run reports: the orchestrator's, else the schedulers', else null. */
    public RunFailure failure() {
        RunFailure first = orchestratorFailure.get();
        return first != null ? first : schedulerFailure.get();
    }

    /** What the orchestrator failed with, 0 if it has not. */
    public int orchestratorCode() {
        return code(orchestratorFailure.get());
    }

    /** What the schedulers failed with first, 0 if none has. */
    public int schedulerCode() {
        return code(schedulerFailure.get());
    }

    private static int code(RunFailure failure) {
        return failure == null ? 0 : failure.code();
    }

    /** True for the one caller that must tell all cores to leave. */
    public boolean beginEmergencyShutdown(long nowTick) {
        boolean won = !fatalStarted.getAndSet(true);
        endTick.compareAndSet(UNSET, nowTick);
        completed = true;
        return won;
    }

    /** Every task is complete. */
    public void complete(long nowTick) {
        endTick.compareAndSet(UNSET, nowTick);
        completed = true;
    }

    public boolean isCompleted() {
        return completed;
    }

    public boolean isFatal() {
        return fatalStarted.get();
    }

    public long endTick() {
        return endTick.get();
    }

    /**
     * How long user code may take to leave. A run that was ended because something did not return
     * has waited its budget for it already, and a user who interrupts one does not want to wait.
     */
    public long joinNanos(long usualNanos) {
        RunFailure failure = failure();
        boolean isShort =
                failure != null && (failure.stall() != null || failure.code() == ErrorCode.RUN_INTERRUPTED.number());
        return isShort ? Math.min(usualNanos, STUCK_JOIN_NANOS) : usualNanos;
    }

    /** One deadline for all cores: the first caller's. */
    public long joinDeadlineNanos(long proposedNanos) {
        joinDeadlineNanos.compareAndSet(UNSET, proposedNanos);
        return joinDeadlineNanos.get();
    }

    /** User code begins; how long its thread took to start does not count. */
    public void orchestrationStarted() {
        orchestrationStarted = true;
    }

    public boolean isOrchestrationStarted() {
        return orchestrationStarted;
    }

    public void orchestrationDone() {
        orchestrationDone = true;
    }

    public boolean isOrchestrationDone() {
        return orchestrationDone;
    }
}
