package io.tidemark.recording.run;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.AwaitedResource;
import io.tidemark.abi.stall.BeginKind;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.analysis.doctor.Diagnosis;
import io.tidemark.analysis.doctor.HangFacts;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.memory.region.DeviceBoard;
import io.tidemark.memory.region.DeviceBoard.Held;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.DeviceStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a device that was killed had in hand, read from the board of its region: the doctor's word
 * on a run that could not be asked any more.
 */
public final class DeathScene {
    private static final double FROZEN_MICROS = 100_000; // as long as for a run that lives

    private final DeviceBoard board;
    private final double ticksPerMicro;
    private final KernelNames names;
    private final Optional<DeviceStatus.Failure> failure;

    private DeathScene(
            DeviceBoard board, Optional<DeviceStatus.Failure> failure, double ticksPerMicro, KernelNames names) {
        this.board = board;
        this.failure = failure;
        this.ticksPerMicro = ticksPerMicro;
        this.names = names;
    }

    /** Empty when the device never ran. */
    public static Optional<DeathScene> of(DeviceRegion region, Path capture, String caseTitle) {
        NameMap map = Optional.of(capture.resolve(NameMapWriter.fileName(caseTitle)))
                .filter(Files::isRegularFile)
                .flatMap(file -> NameMapReader.read(file, new Findings()))
                .orElse(NameMap.EMPTY);
        return region.board()
                .filter(board -> board.lookTick() != 0)
                .map(board -> new DeathScene(
                        board, region.status().failure(), region.settings().clockHz() / 1e6, new KernelNames(map)));
    }

    public long submitted() {
        return board.submitted();
    }

    public long completed() {
        return board.completed();
    }

    /** Kernels that had returned by the last look. */
    public long kernelRuns() {
        return board.kernelRuns();
    }

    public double endMicros() {
        return micros(board.lookTick());
    }

    /** How the run had failed before the process died; empty if it had not. */
    public Optional<String> failureWords() {
        return failure.map(how -> "it had failed with "
                + ErrorCode.nameOf(how.errorCode())
                + (how.detail() == StallDetail.NONE ? "" : " (" + how.detail().label() + ")")
                + (how.taskId() < 0 ? "" : " at task " + TaskId.label(how.taskId()))
                + (how.core() < 0 ? "" : " on core " + how.core()));
    }

    /** Writes what the doctor says, unless the run could say more itself. */
    public Optional<String> write(Path capture) throws IOException {
        if (Files.exists(capture.resolve(HangFiles.JSON))) {
            return Optional.empty();
        }
        Diagnosis diagnosis = Diagnosis.of(facts());
        HangFiles.write(capture, diagnosis);
        return Optional.of(diagnosis.sentence());
    }

    private HangFacts facts() {
        List<HangFacts.Task> tasks = new ArrayList<>();
        for (int core = 0; core < board.cores(); core++) {
            int index = core;
            board.running(core).ifPresent(held -> tasks.add(running(held, index)));
        }
        tasks.sort(Comparator.comparingDouble(DeathScene::sinceOrLast));
        for (int core = 0; core < board.cores(); core++) {
            int index = core;
            board.pending(core)
                    .ifPresent(held -> tasks.add(
                            task(held, StuckState.PENDING, CoreProgress.NONE, index, -1, HangFacts.Stand.UNKNOWN)));
        }
        long onCores =
                tasks.stream().mapToLong(HangFacts.Task::taskId).distinct().count();
        return new HangFacts(
                failure.map(DeviceStatus.Failure::errorCode).orElse(ErrorCode.DEVICE_LOST.number()),
                HangFacts.KILLED,
                "the process was killed"
                        + failureWords().map(words -> "; " + words).orElse(""),
                failure.map(DeviceStatus.Failure::detail)
                        .filter(detail -> detail != StallDetail.NONE)
                        .map(StallDetail::label)
                        .orElse(""),
                endMicros(),
                0,
                board.isOrchestrationDone(),
                board.openScopes(),
                orchestratorWait(),
                board.submitted(),
                board.completed(),
                tasks,
                Math.max(0, board.submitted() - board.completed() - onCores),
                List.of(),
                new HangFacts.Code(board.lookTick(), "", List.of(), List.of()));
    }

    private HangFacts.Wait orchestratorWait() {
        AwaitedResource resource = AwaitedResource.ofCode(board.waitResource());
        return resource == AwaitedResource.NOTHING
                ? HangFacts.Wait.NOTHING
                : new HangFacts.Wait(resource, board.waitRing(), board.waitTaskId());
    }

    private static double sinceOrLast(HangFacts.Task task) {
        return task.sinceMicros() < 0 ? Double.MAX_VALUE : task.sinceMicros();
    }

    /**
     * The board says since when a core stands where it stands; a task that came later has no time.
     */
    private HangFacts.Task running(Held held, int core) {
        double since = held.isEntered() ? micros(board.sinceTick(core)) : -1;
        boolean frozen = since >= 0 && endMicros() - since >= FROZEN_MICROS;
        return task(
                held,
                StuckState.RUNNING,
                frozen ? CoreProgress.FROZEN : CoreProgress.ADVANCING,
                core,
                since,
                stand(held, core));
    }

    private HangFacts.Stand stand(Held held, int core) {
        if (!held.isEntered()) {
            return HangFacts.Stand.UNKNOWN;
        }
        long start = board.startTick(core);
        return start > 0
                ? new HangFacts.Stand(start, BeginKind.START, List.of())
                : new HangFacts.Stand(board.sinceTick(core), BeginKind.SEEN, List.of());
    }

    private HangFacts.Task task(
            Held held, StuckState state, CoreProgress progress, int core, double since, HangFacts.Stand stand) {
        String kernel = names.of(held.functionId());
        return new HangFacts.Task(
                held.taskId(), kernel, state, progress, core, 0, 1, 1, 0, since, List.of(), List.of(), stand);
    }

    private double micros(long tick) {
        return Math.max(0, tick - board.startTick()) / ticksPerMicro;
    }
}
