package io.tidemark.recording;

import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.recording.device.DeviceHalf;
import io.tidemark.recording.device.IsolatedDevice;
import io.tidemark.recording.device.ThreadedDevice;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.recording.run.HostConditions;
import io.tidemark.recording.run.Recording;
import io.tidemark.recording.run.RunFacts;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs programs on a device and records one of the runs into a capture directory.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.open(plan)) {
 *     RunResult result = recorder.record(program);
 *     SealedCapture capture = recorder.seal();
 * }
 * }</pre>
 *
 * <p>{@link #record} exports what was recorded, also of a run that failed or hung. Between it and
 * {@link #seal} the caller may look at the result and add files to the capture. A recorder that is
 * closed without a seal, or whose process dies, leaves what {@link Recovery} finishes the capture
 * from. One thread, except {@link #interrupt}.
 */
public final class Recorder implements AutoCloseable {
    private final RecordingPlan plan;
    private final DeviceHalf device;
    private final RecordingHooks hooks;
    private RunWatcher watcher; // null without a watcher
    private Recording recording; // null until there is one
    private Optional<Recorded> recorded = Optional.empty();
    private Optional<RunResult> last = Optional.empty();
    private Optional<Conditions> conditions = Optional.empty();
    private int runs;
    private int warmUpTasks;

    /**
     * @param device where the runs go; closed with this
     * @param hooks what is changed in the recording
     */
    public Recorder(RecordingPlan plan, DeviceHalf device, RecordingHooks hooks) throws IOException {
        requireEmpty(plan.capture());
        this.plan = plan;
        this.device = device;
        this.hooks = hooks;
    }

    /** The device is threads of this process, one worker for all runs. */
    public static Recorder open(RecordingPlan plan) throws IOException {
        requireEmpty(plan.capture());
        return new Recorder(plan, new ThreadedDevice(plan), RecordingHooks.NONE);
    }

    /** The device is a separate process, one for each run, which may die. */
    public static Recorder isolated(RecordingPlan plan, DeviceCommand command) throws IOException {
        return new Recorder(plan, new IsolatedDevice(plan, command.launcher()), RecordingHooks.NONE);
    }

    /** Makes the directory; a capture is never overwritten. */
    private static void requireEmpty(Path capture) throws IOException {
        Files.createDirectories(capture);
        try (Stream<Path> files = Files.list(capture)) {
            if (files.findAny().isPresent()) {
                throw new FileAlreadyExistsException(
                        capture.toString(), null, "a capture goes to a directory that is empty or does not exist");
            }
        }
    }

    /** Sets the watcher; call it before the first run. */
    public void showOn(RunWatcher newWatcher) {
        watcher = newWatcher;
        device.showOn(newWatcher);
    }

    /** Ends the current run, and every later run when it begins, in order. Any thread. */
    public void interrupt() {
        device.interrupt();
    }

    /**
     * Runs empty tasks, recorded as the plan says and thrown away, so that the first run does not
     * begin with an engine that the JVM has not compiled. Does nothing in virtual time, for a chip that is no
     * simulation and for a device in a separate process. Call it before the first run; later recordings state that it
     * was done.
     *
     * @return how many tasks ran
     * @throws IOException if there is no room for what is recorded
     */
    public int warmUp() throws IOException {
        if (device.staysWarm()
                && plan.chip().isSimulated()
                && plan.config().modelled().isEmpty()) {
            warmUpTasks = EngineWarmup.run(plan);
        }
        return warmUpTasks;
    }

    /** Runs the program without recording it. */
    public RunResult run(Program program) throws IOException {
        beginRound();
        Conditions begun = conditionsNow();
        RunResult result = device.run(program, null);
        conditions = Optional.of(begun.withCpuPercent(result.cpuPercent()));
        last = Optional.of(result);
        runs++;
        return result;
    }

    /** Runs the program, records what the plan asks for, and exports it. At most once. */
    public RunResult record(Program program) throws IOException {
        if (recorded.isPresent() || recording != null) {
            throw new IllegalStateException("a recorder records one run: capture=" + plan.capture());
        }
        if (plan.flags().bits() == 0) {
            recorded = Optional.of(Recorded.NOTHING);
            return run(program);
        }
        beginRound();
        writeNames(program); // first, so that a run that dies has them too
        recording = Recording.open(plan, hooks, conditionsNow());
        if (watcher != null) {
            watcher.watch(recording.region());
        }
        RunResult result = device.run(program, recording);
        if (watcher != null) {
            watcher.forgetRegion(); // it goes with the export
        }
        Recorded books = recording.finish(result);
        recorded = Optional.of(books);
        conditions = books.conditions();
        last = Optional.of(result);
        runs++;
        return result;
    }

    /** What came of the recorded run; empty before it. */
    public Optional<Recorded> recorded() {
        return recorded;
    }

    /** Under which conditions the last run was measured; empty before the first. */
    public Optional<Conditions> conditions() {
        return conditions;
    }

    /** Why the last run hung, in a sentence; empty when it did not. */
    public Optional<String> diagnosis() {
        return device.diagnosis();
    }

    /** Seals the capture of a run without a verification: it ended as the runtime says. */
    public SealedCapture seal() throws IOException {
        RunResult result = last.orElseThrow(() -> new IllegalStateException("nothing has run that could be sealed"));
        return seal(result.isOk() ? Ending.OK : RunFacts.endingOf(result));
    }

    /** Seals the capture with an ending of the caller's, such as a wrong result. */
    public SealedCapture seal(Ending ending) throws IOException {
        Recorded books = recorded.orElse(Recorded.NOTHING);
        return seal(ending, books.conditions().isPresent() ? books : books.under(conditions));
    }

    /**
     * Writes the certificate over every file of the capture, then removes what it was made from.
     */
    public SealedCapture seal(Ending ending, Recorded books) throws IOException {
        CaptureSeal.write(
                plan.capture(),
                plan.chip().label(),
                plan.config().runtime(),
                plan.caseTitle(),
                plan.flags(),
                ending,
                books);
        if (recording != null) {
            recording.discard();
        }
        return new SealedCapture(plan.capture(), ending, books.verdict());
    }

    @Override
    public void close() throws IOException {
        try (device) {
            if (recording != null) {
                recording.close();
            }
        }
    }

    /** A first run of its device's process is cold. */
    private Conditions conditionsNow() {
        return HostConditions.of(plan, device.staysWarm() ? runs : 0, warmUpTasks);
    }

    private void beginRound() {
        if (watcher != null) {
            watcher.beginRound();
        }
    }

    private void writeNames(Program program) throws IOException {
        Map<Integer, String> names = new TreeMap<>();
        for (Kernel kernel : program.kernels()) {
            names.put(kernel.functionId(), kernel.name());
        }
        NameMapWriter.write(
                plan.capture().resolve(NameMapWriter.fileName(program.title())),
                new NameMap(2, program.title(), names));
    }
}
