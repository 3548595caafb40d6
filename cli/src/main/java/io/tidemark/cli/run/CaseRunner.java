package io.tidemark.cli.run;

import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the rounds of a case, verifies them and records at most one of them. One thread. */
public final class CaseRunner implements AutoCloseable {
    private final WorkloadCase prepared;
    private final RecordingPlan plan;
    private final Recorder recorder;
    private final int recordedRound;
    private final boolean verifies;
    private Recorded recorded = Recorded.NOTHING;
    private volatile boolean isInterrupted;

    /**
     * @param recorder runs the rounds; closed with this
     * @param recordedRound the round that is recorded if the plan records anything; the first is 1
     */
    public CaseRunner(
            WorkloadCase prepared, RecordingPlan plan, Recorder recorder, int recordedRound, boolean verifies) {
        this.prepared = prepared;
        this.plan = plan;
        this.recorder = recorder;
        this.recordedRound = recordedRound;
        this.verifies = verifies;
    }

    /** Sets the watcher of the rounds; call it before {@link #run}. */
    void showOn(RunWatcher watcher) {
        recorder.showOn(watcher);
    }

    /**
     * Lets the JVM compile the engine before the first round.
     *
     * @throws IOException if there is no room for what is recorded on the way
     */
    void warmUp() throws IOException {
        recorder.warmUp();
        System.gc(); // its slots and maps are as large as the run's, which then take their pages
    }

    /** Ends the current round and begins no other. Any thread. */
    void interrupt() {
        isInterrupted = true;
        recorder.interrupt();
    }

    /** The rounds up to and including the first bad one, or the one that was interrupted. */
    public List<RunOutcome.Round> run(int rounds) throws IOException {
        List<RunOutcome.Round> done = new ArrayList<>();
        if (plan.flags().bits() != 0) { // until that round comes
            recorded = Recorded.tooEarly(plan.flags(), recordedRound, rounds);
        }
        for (int round = 1; round <= rounds; round++) {
            prepared.reset();
            boolean records = plan.flags().bits() != 0 && round == recordedRound;
            Program program = program(prepared);
            Duration before = spentCpu();
            RunResult result = records ? recorder.record(program) : recorder.run(program);
            Duration spent = spentCpu().minus(before);
            recorded = recorder.recorded().orElse(recorded);
            Optional<Verification> checked =
                    result.isOk() && verifies ? Optional.of(verified(result)) : Optional.empty();
            done.add(new RunOutcome.Round(result, checked, spent));
            if (!done.getLast().isGood() || isInterrupted) {
                break;
            }
        }
        if (recorded.conditions().isEmpty()) { // nothing was recorded, but times are reported
            recorded = recorded.under(recorder.conditions());
        }
        return done;
    }

    /** CPU time of this process so far; nothing where the system does not say it. */
    private static Duration spentCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The part of a case that the device runs. */
    static Program program(WorkloadCase prepared) {
        return new Program(prepared.title(), prepared.orchestration(), prepared.hostTensors(), prepared.kernels());
    }

    /** A golden is user code, and what was recorded is kept whatever it throws. */
    private Verification verified(RunResult result) {
        try {
            return prepared.verify(result);
        } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
            return Verification.failed("not verified: the case's golden threw " + Thrown.text(thrown));
        }
    }

    /** Why the last round hung; empty when it did not. */
    Optional<String> diagnosis() {
        return recorder.diagnosis();
    }

    public Recorded recorded() {
        return recorded;
    }

    /** Closes the capture; when every other file of it is written. */
    public void seal(RunOutcome outcome) throws IOException {
        recorder.seal(outcome.ending(), recorded);
    }

    @Override
    public void close() throws IOException {
        recorder.close();
    }
}
