package io.tidemark.checks.bench;

import io.tidemark.abi.Platform;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.recording.plan.ChipSource;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.plan.SimulatedSource;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.testkit.FileTree;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs graphs of empty tasks, or any other case, on one worker of 24 cores, run after run, recorded
 * or not. One thread. Regions lie in shared memory, spools in the temporary directory.
 */
final class NoopRuns implements AutoCloseable {
    private static final Platform PLATFORM = Platform.A2A3;

    /**
     * @param spooledBytes what the host kept of the run
     * @param exportSeconds 0 unless it was exported
     * @param exportedBytes size of the exported file
     * @param copySeconds what a plain copy of that file takes
     */
    record Outcome(RunResult result, long spooledBytes, double exportSeconds, long exportedBytes, double copySeconds) {
        double nanosPerTask() {
            return 1e3 * result.wallMicros() / result.completed();
        }
    }

    private final RuntimeConfig config =
            RuntimeConfig.builder().clusters(8).memoryBytes(1 << 20).build();
    private final ChipWorker worker = ChipWorker.open(config);

    static WorkloadCase graph(String shape, int tasks) {
        return named("noop:" + shape, "tasks=" + tasks);
    }

    static WorkloadCase named(String name, String... options) {
        return WorkloadCatalog.load().find(name).build(List.of(options), 1);
    }

    /**
     * As a user's run: carriers, the orchestrator and the host beside each other.
     *
     * @param exports whether the swimlane, or the dependencies, are exported afterwards
     */
    Outcome run(WorkloadCase graph, Setting setting, boolean exports) throws Exception {
        return run(graph, setting, RingSizes.defaults(), RecordingHooks.NONE, new SimulatedSource(config), exports);
    }

    /** On one thread, with rings for the whole graph. */
    Outcome runAlone(WorkloadCase graph, Setting setting, DeviceClock clock, AloneStepper stepper) throws Exception {
        RingSizes rings = AloneStepper.ringsFor((int) graph.expectedTasks());
        RecordingHooks hooks = RecordingHooks.NONE.withClock(real -> clock);
        ChipSource chip = new SimulatedSource(config, read -> new SimulatedDriver(read, stepper));
        return run(graph, setting, rings, hooks, chip, false);
    }

    static DeviceClock clock() {
        return new RealClock(PLATFORM.clockHz());
    }

    private Outcome run(
            WorkloadCase graph,
            Setting setting,
            RingSizes rings,
            RecordingHooks hooks,
            ChipSource chip,
            boolean exports)
            throws IOException {
        CallConfig call = setting.call(rings);
        if (setting.isOff()) {
            RunSetup setup =
                    RunSetup.unrecorded(chip.driver(worker.chip(), hooks.clock().apply(clock())));
            return new Outcome(run(graph, call, setup), 0, 0, 0, 0);
        }
        Path directory = Files.createTempDirectory("tidemark-bench");
        RecordingPlan plan = RecordingPlan.into(directory.resolve("capture"))
                .config(config)
                .chip(chip)
                .call(call)
                .export(exports ? ExportChoice.ALWAYS : ExportChoice.NEVER)
                .build();
        try (Recording recording = Recording.open(plan, hooks)) {
            RunResult result = run(graph, call, recording.start(worker.chip()));
            recording.collect(result);
            long spooled = sizeOf(directory);
            Outcome outcome =
                    exports ? export(recording, result, spooled, plan) : new Outcome(result, spooled, 0, 0, 0);
            recording.discard();
            return outcome;
        } finally {
            FileTree.delete(directory);
        }
    }

    private RunResult run(WorkloadCase graph, CallConfig call, RunSetup setup) {
        RunResult result = worker.run(graph.orchestration(), graph.hostTensors(), call, setup);
        if (!result.isOk()) {
            throw new IllegalStateException(result.sentence());
        }
        return result;
    }

    private static Outcome export(Recording recording, RunResult result, long spooledBytes, RecordingPlan plan)
            throws IOException {
        long begin = System.nanoTime();
        recording.export();
        double exportSeconds = (System.nanoTime() - begin) / 1e9;
        Path file = plan.capture()
                .resolve(plan.flags().records(DepsChannel.CHANNEL) ? DepsWriter.FILE_NAME : SwimlaneWriter.FILE_NAME);
        return new Outcome(result, spooledBytes, exportSeconds, Files.size(file), copySeconds(file));
    }

    /** Reads and writes the same bytes on the same disk without making anything of them. */
    private static double copySeconds(Path file) throws IOException {
        Path copy = file.resolveSibling("copy");
        long begin = System.nanoTime();
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = Files.newOutputStream(copy)) {
            byte[] block = new byte[1 << 16];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                out.write(block, 0, read);
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        Files.delete(copy);
        return seconds;
    }

    private static long sizeOf(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
