package io.tidemark.checks.bench;

import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.capture.swimlane.CoreType;
import io.tidemark.chip.ActorStepper;
import io.tidemark.chip.CarrierPool;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.RealClock;
import io.tidemark.chip.Topology;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.deps.DepsExport;
import io.tidemark.collector.swimlane.SwimlaneCollector;
import io.tidemark.collector.swimlane.SwimlaneExpectation;
import io.tidemark.collector.swimlane.SwimlaneShape;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunSetup;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.runtime.recording.RunRecorders;
import io.tidemark.runtime.replay.DependencyReplay;
import io.tidemark.testkit.FileTree;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs graphs of empty tasks, or any other case, on one worker of 24 cores, run after run, recorded
 * or not. One thread. Regions lie in shared memory, spools in the temporary directory.
 */
final class NoopRuns implements AutoCloseable {
    private static final Platform PLATFORM = Platform.A2A3;
    private static final int CLUSTERS = 8;
    private static final int SCHEDULERS = PLATFORM.maxAicpuThreads() - 1;
    private static final long WAIT_NANOS = 30_000_000_000L;

    /**
     * @param spooledBytes what the host kept of the run
     * @param exportSeconds 0 unless it was exported
     * @param exportedBytes size of the exported file
     * @param copySeconds what a plain copy of that file takes
     */
    record Outcome(
            RunResult result,
            long spooledBytes,
            double exportSeconds,
            long exportedBytes,
            double copySeconds) {
        double nanosPerTask() {
            return 1e3 * result.wallMicros() / result.completed();
        }
    }

    private final RuntimeConfig config =
            RuntimeConfig.builder().clusters(CLUSTERS).memoryBytes(1 << 20).build();
    private final Worker worker = Worker.open(config);

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
        CarrierPool carriers =
                new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos());
        return run(graph, setting, CallConfig.defaults(), clock(), carriers, exports);
    }

    /** On one thread, with rings for the whole graph. */
    Outcome runAlone(WorkloadCase graph, Setting setting, DeviceClock clock, AloneStepper stepper)
            throws Exception {
        CallConfig call = AloneStepper.callFor((int) graph.expectedTasks());
        return run(graph, setting, call, clock, stepper, false);
    }

    static DeviceClock clock() {
        return new RealClock(PLATFORM.clockHz());
    }

    private Outcome run(
            WorkloadCase graph,
            Setting setting,
            CallConfig call,
            DeviceClock clock,
            ActorStepper stepper,
            boolean exports)
            throws Exception {
        RunSetup setup = RunSetup.unrecorded(clock, stepper);
        if (setting.isOff()) {
            return new Outcome(
                    good(worker.run(graph.orchestration(), graph.hostTensors(), call, setup)),
                    0,
                    0,
                    0,
                    0);
        }
        Path directory = Files.createTempDirectory("tidemark-bench");
        try (CollectorSession session = open(setting, directory, clock)) {
            RunSetup recorded =
                    RunRecorders.on(
                            session.region(),
                            setup,
                            new Topology(CLUSTERS),
                            SCHEDULERS,
                            WAIT_NANOS);
            session.start();
            RunResult result =
                    good(worker.run(graph.orchestration(), graph.hostTensors(), call, recorded));
            session.stop();
            Outcome outcome =
                    exports
                            ? export(session, result, setting)
                            : new Outcome(result, sizeOf(directory), 0, 0, 0);
            session.discard();
            return outcome;
        } finally {
            FileTree.delete(directory);
        }
    }

    private static CollectorSession open(Setting setting, Path directory, DeviceClock clock)
            throws IOException {
        int cores = CLUSTERS * Platform.CORES_PER_CLUSTER;
        RegionSettings settings =
                RegionSettings.simulated(PLATFORM, setting.flags(), cores, SCHEDULERS + 1)
                        .withArgsLevel(setting.argsLevel())
                        .withPmuEvent(setting.pmu() ? PmuEvent.DEFAULT.code() : 0);
        CollectorSession session =
                CollectorSession.open(
                        CollectorPlan.of(
                                directory.resolve("capture"),
                                settings,
                                setting.layouts(PLATFORM, cores),
                                false,
                                clock::ticks));
        if (setting.level() > 0) {
            shape(cores).writeTo(session.region());
        }
        return session;
    }

    private static SwimlaneShape shape(int cores) {
        Topology topology = new Topology(CLUSTERS);
        List<CoreType> types = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            types.add(CoreType.valueOf(topology.type(core).name()));
        }
        List<Integer> owners =
                Arrays.stream(RunRecorders.coreToScheduler(topology, SCHEDULERS)).boxed().toList();
        return new SwimlaneShape(types, owners, SCHEDULERS, PLATFORM.maxAicpuThreads());
    }

    private static Outcome export(CollectorSession session, RunResult result, Setting setting)
            throws IOException {
        long spooled = sizeOf(session.captureDirectory());
        long begin = System.nanoTime();
        Path file = setting.deps() ? deps(session, result) : swimlane(session, result);
        double exportSeconds = (System.nanoTime() - begin) / 1e9;
        return new Outcome(result, spooled, exportSeconds, Files.size(file), copySeconds(file));
    }

    private static Path deps(CollectorSession session, RunResult result) throws IOException {
        return new DepsExport(session)
                .finish(new DependencyReplay(), false, result.submitted(), 0)
                .file()
                .orElseThrow();
    }

    private static Path swimlane(CollectorSession session, RunResult result) throws IOException {
        return new SwimlaneCollector(session)
                .finish(
                        new SwimlaneExpectation(result.completed(), result.submitted(), 0),
                        0,
                        Optional.empty())
                .file()
                .orElseThrow();
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
            return tree.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
        }
    }

    private static RunResult good(RunResult result) {
        if (!result.isOk()) {
            throw new IllegalStateException(result.sentence());
        }
        return result;
    }

    @Override
    public void close() {
        worker.close();
    }
}
