package io.tidemark.cli;

import io.tidemark.recording.DeviceHalf;
import io.tidemark.recording.Program;
import io.tidemark.recording.Recorded;
import io.tidemark.recording.Recording;
import io.tidemark.recording.RecordingFaults;
import io.tidemark.recording.RecordingPlan;
import io.tidemark.recording.RunWatcher;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.Thrown;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the rounds of a case and records at most one of them. One thread. What the recording needs
 * beside the capture stays until {@link #discardRemains}.
 */
final class CaseRunner implements AutoCloseable {
    private final WorkloadCase prepared;
    private final RecordingPlan plan;
    private final DeviceHalf device;
    private final int recordedRound;
    private final boolean verifies;
    private final RecordingFaults faults;
    private Recorded recorded = Recorded.NOTHING;
    private RunWatcher live; // null when nobody watches
    private Recording recording; // null until there is one
    private volatile boolean isInterrupted;

    /**
     * @param device where the rounds run; closed with this
     * @param recordedRound the round that is recorded if the plan records anything; the first is 1
     */
    CaseRunner(
            WorkloadCase prepared,
            RecordingPlan plan,
            DeviceHalf device,
            int recordedRound,
            boolean verifies) {
        this(prepared, plan, device, recordedRound, verifies, RecordingFaults.NONE);
    }

    /** With something that goes wrong. */
    CaseRunner(
            WorkloadCase prepared,
            RecordingPlan plan,
            DeviceHalf device,
            int recordedRound,
            boolean verifies,
            RecordingFaults faults) {
        this.faults = faults;
        this.prepared = prepared;
        this.plan = plan;
        this.device = device;
        this.recordedRound = recordedRound;
        this.verifies = verifies;
    }

    /** Lets somebody watch; before {@link #run}. */
    void showOn(RunWatcher watcher) {
        live = watcher;
        device.showOn(watcher);
    }

    /** Ends the round that goes on and begins no other. Any thread. */
    void interrupt() {
        isInterrupted = true;
        device.interrupt();
    }

    /** The rounds up to and including the first bad one, or the one that was interrupted. */
    List<RunOutcome.Round> run(int rounds) throws IOException {
        List<RunOutcome.Round> done = new ArrayList<>();
        if (plan.flags().bits() != 0) { // until that round comes
            recorded = Recorded.tooEarly(plan.flags(), recordedRound, rounds);
        }
        for (int round = 1; round <= rounds; round++) {
            prepared.reset();
            if (live != null) {
                live.beginRound();
            }
            boolean records = plan.flags().bits() != 0 && round == recordedRound;
            RunResult result = records ? runRecorded() : device.run(program(prepared), null);
            Optional<Verification> checked =
                    result.isOk() && verifies ? Optional.of(verified(result)) : Optional.empty();
            done.add(new RunOutcome.Round(result, checked));
            if (!done.getLast().isGood() || isInterrupted) {
                break;
            }
        }
        return done;
    }

    /** What of a case the device needs. */
    static Program program(WorkloadCase prepared) {
        return new Program(prepared.title(), prepared.orchestration(), prepared.hostTensors());
    }

    /** A golden is user code, and what was recorded is kept whatever it throws. */
    private Verification verified(RunResult result) {
        try {
            return prepared.verify(result);
        } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
            return Verification.failed(
                    "not verified: the case's golden threw " + Thrown.text(thrown));
        }
    }

    /** Why the last round hung; empty when it did not. */
    Optional<String> diagnosis() {
        return device.diagnosis();
    }

    Recorded recorded() {
        return recorded;
    }

    private RunResult runRecorded() throws IOException {
        recording = Recording.open(plan, faults);
        if (live != null) {
            live.watch(recording.region());
        }
        RunResult result = device.run(program(prepared), recording);
        if (live != null) {
            live.forgetRegion(); // it goes with the export
        }
        recorded = recording.finish(result);
        return result;
    }

    /** When the capture has its certificate. */
    void discardRemains() throws IOException {
        if (recording != null) {
            recording.discard();
        }
    }

    @Override
    public void close() throws IOException {
        try (device) {
            if (recording != null) {
                recording.close();
            }
        }
    }
}
