package io.tidemark.checks.recording;

import io.tidemark.abi.DfxFlags;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.ClockAnchor;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunSetup;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.runtime.recording.RunRecorders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One run of the simulated chip with channels on, both halves in this process. One test thread;
 * close it after the export.
 */
public final class RecordedRun implements AutoCloseable {
    /** How long a lane waits for the host in these tests before it drops. */
    private static final long WAIT_NANOS = 60_000_000_000L;

    /** What a run is like; everything has a small default. */
    public record Options(
            int clusters,
            boolean serial,
            boolean shadow,
            int pmuEvent,
            CallConfig call,
            long memoryBytes,
            UnaryOperator<CollectorPlan> faults) {
        public static Options small() {
            CallConfig call =
                    CallConfig.builder()
                            .taskWindow(1024)
                            .heapBytes(1 << 20)
                            .dependencyPool(4096)
                            .build();
            return new Options(2, false, false, 0, call, 1 << 20, plan -> plan);
        }

        public Options withClusters(int value) {
            return new Options(value, serial, shadow, pmuEvent, call, memoryBytes, faults);
        }

        public Options withShadow(boolean value) {
            return new Options(clusters, serial, value, pmuEvent, call, memoryBytes, faults);
        }

        public Options withSerial() {
            return new Options(clusters, true, shadow, pmuEvent, call, memoryBytes, faults);
        }

        public Options withPmuEvent(int value) {
            return new Options(clusters, serial, shadow, value, call, memoryBytes, faults);
        }

        public Options withCall(CallConfig value) {
            return new Options(clusters, serial, shadow, pmuEvent, value, memoryBytes, faults);
        }

        public Options withMemoryBytes(long value) {
            return new Options(clusters, serial, shadow, pmuEvent, call, value, faults);
        }

        public Options withFaults(UnaryOperator<CollectorPlan> value) {
            return new Options(clusters, serial, shadow, pmuEvent, call, memoryBytes, value);
        }
    }

    private final CollectorSession session;
    private final Options options;
    private RunResult result;

    private RecordedRun(CollectorSession session, Options options) {
        this.session = session;
        this.options = options;
    }

    /** Makes the region; nothing runs yet. */
    public static RecordedRun open(Path directory, Options options, ChannelLayout... channels)
            throws IOException {
        RuntimeConfig config = config(options);
        RegionSettings settings =
                new RegionSettings(
                        config.platform(),
                        true,
                        DfxFlags.NONE,
                        0,
                        options.pmuEvent,
                        config.shape().coreCount(),
                        config.platform().maxAicpuThreads(),
                        config.platform().clockHz(),
                        ClockAnchor.NONE,
                        "");
        CollectorPlan plan =
                CollectorPlan.of(
                                directory.resolve("capture"),
                                settings,
                                List.of(channels),
                                options.shadow,
                                System::nanoTime)
                        .withRegionDirectory(directory);
        return new RecordedRun(CollectorSession.open(options.faults.apply(plan)), options);
    }

    private static RuntimeConfig config(Options options) {
        return RuntimeConfig.builder()
                .clusters(options.clusters)
                .carriers(2)
                .serial(options.serial)
                .memoryBytes(options.memoryBytes)
                .schedulerTimeout(Duration.ofSeconds(60))
                .build();
    }

    /** Runs on a worker of its own; the host thread collects meanwhile. */
    public RunResult run(Orchestration orchestration, List<HostTensor> tensors)
            throws IOException, InterruptedException {
        try (Worker worker = Worker.open(config(options))) {
            return run(worker, orchestration, tensors);
        }
    }

    public RunResult run(Worker worker, Orchestration orchestration, List<HostTensor> tensors)
            throws IOException, InterruptedException {
        RuntimeConfig config = worker.config();
        int schedulers = config.platform().maxAicpuThreads() - 1;
        RunSetup setup =
                RunRecorders.on(
                        session.region(),
                        RunSetup.standard(config),
                        config.shape(),
                        schedulers,
                        WAIT_NANOS);
        session.start();
        result = worker.run(orchestration, tensors, options.call, setup);
        session.stop();
        return result;
    }

    /** A worker that several recorded runs may share. */
    public static Worker worker(Options options) {
        return Worker.open(config(options));
    }

    public CollectorSession session() {
        return session;
    }

    public RunResult result() {
        return result;
    }

    public boolean hasFailed() {
        return !result.isOk();
    }

    @Override
    public void close() throws IOException {
        session.discard();
    }
}
