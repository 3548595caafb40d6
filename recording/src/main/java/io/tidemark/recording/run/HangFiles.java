package io.tidemark.recording.run;

import io.tidemark.abi.ErrorCode;
import io.tidemark.analysis.doctor.Diagnosis;
import io.tidemark.analysis.doctor.HangFacts;
import io.tidemark.analysis.doctor.HangJson;
import io.tidemark.analysis.doctor.HangText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.stall.RingUse;
import io.tidemark.runtime.stall.StuckTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Has the doctor look at a run that hung and keeps what he says in the capture. */
public final class HangFiles {
    public static final String TEXT = "hang.txt";
    public static final String JSON = "hang.json";

    /**
     * Errors that are waits which were given up, if a runtime waits; the others say all there is.
     */
    private static final Set<Integer> GIVEN_UP = Set.of(
            ErrorCode.SCOPE_DEADLOCK.number(),
            ErrorCode.HEAP_RING_DEADLOCK.number(),
            ErrorCode.FLOW_CONTROL_DEADLOCK.number(),
            ErrorCode.TENSOR_WAIT_TIMEOUT.number());

    private HangFiles() {}

    /** The doctor's sentence, if the run hung. */
    public static Optional<String> write(
            Path capture, RuntimeKind runtime, RunResult result, Optional<HangSnapshot> seen) throws IOException {
        boolean gaveUp = runtime.reclaims() && GIVEN_UP.contains(result.errorCode());
        boolean hung = result.stall() != null || gaveUp;
        if (!hung || seen.isEmpty()) {
            return Optional.empty();
        }
        Diagnosis diagnosis = Diagnosis.of(facts(result, seen.get()));
        write(capture, diagnosis);
        return Optional.of(diagnosis.sentence());
    }

    static void write(Path capture, Diagnosis diagnosis) throws IOException {
        StringBuilder json = new StringBuilder();
        HangJson.write(diagnosis, new JsonWriter(json, 4));
        String text = HangText.of(diagnosis);
        AtomicFile.write(capture.resolve(JSON), part -> Files.writeString(part, json));
        AtomicFile.write(capture.resolve(TEXT), part -> Files.writeString(part, text));
    }

    private static HangFacts facts(RunResult result, HangSnapshot seen) {
        return new HangFacts(
                result.errorCode(),
                result.errorName(),
                result.sentence(),
                result.stall() == null ? "" : result.stall().detail().label(),
                seen.endMicros(),
                result.stall() == null ? 0 : result.stall().silentNanos() / 1e3,
                result.stall() != null && result.stall().orchestrationDone(), // later it gives up
                seen.openScopes(),
                wait(seen.orchestratorWait()),
                seen.submitted(),
                seen.completed(),
                seen.tasks().stream().map(HangFiles::task).toList(),
                seen.unlistedTasks(),
                seen.rings().stream().map(HangFiles::ring).toList(),
                new HangFacts.Code(
                        seen.endTick(), seen.stacks().call(), seen.stacks().orchestration(), seen.openScopeSites()));
    }

    private static HangFacts.Wait wait(OrchestratorWait wait) {
        return new HangFacts.Wait(wait.resource(), wait.ring(), wait.taskId());
    }

    private static HangFacts.Task task(StuckTask task) {
        return new HangFacts.Task(
                task.taskId(),
                task.kernel(),
                task.state(),
                task.progress(),
                task.core(),
                task.block(),
                task.blocks(),
                task.subtasks(),
                task.endedSubtasks(),
                task.sinceMicros(),
                task.waitsFor(),
                task.arguments(),
                new HangFacts.Stand(task.beginTick(), task.beginKind(), task.stack()));
    }

    private static HangFacts.Ring ring(RingUse ring) {
        return new HangFacts.Ring(
                ring.ring(),
                ring.mostTasks(),
                ring.liveTasks(),
                ring.heldByScope(),
                ring.heapUsedBytes(),
                ring.heapBytes());
    }
}
