package io.tidemark.checks.recording;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One run of a small simulated chip with channels on, both halves in this process, its books left
 * to the test. One test thread; close it after the export.
 */
public final class RecordedRun implements AutoCloseable {
    /** How long a lane waits for the host in these tests before it drops. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final RingSizes SMALL_RINGS =
            RingSizes.defaults().withTaskWindow(1024).withHeapBytes(1 << 20).withDependencyPool(4096);

    /**
     * What a run is like and what is recorded of it.
     *
     * @param faults changes what the host half is given
     */
    public record Options(
            DfxFlags flags,
            List<ChannelPools> pools,
            RingSizes rings,
            OnFull onFull,
            boolean serial,
            UnaryOperator<CollectorPlan> faults) {
        public static Options deps(DepsPools pools) {
            return of(DfxFlags.of(DfxFeature.DEP_GEN), List.of(pools));
        }

        public static Options scope(ScopePools pools) {
            return of(DfxFlags.of(DfxFeature.SCOPE_STATS), List.of(pools));
        }

        public static Options pmu(PmuPools pools) {
            return of(DfxFlags.of(DfxFeature.PMU), List.of(pools));
        }

        public static Options everyChannel() {
            return of(new DfxFlags(DfxFlags.KNOWN), List.of());
        }

        private static Options of(DfxFlags flags, List<ChannelPools> pools) {
            return new Options(flags, pools, SMALL_RINGS, OnFull.BLOCK, false, plan -> plan);
        }

        public Options withPools(ChannelPools... value) {
            return new Options(flags, List.of(value), rings, onFull, serial, faults);
        }

        public Options withRings(RingSizes value) {
            return new Options(flags, pools, value, onFull, serial, faults);
        }

        public Options withOnFull(OnFull value) {
            return new Options(flags, pools, rings, value, serial, faults);
        }

        public Options withSerial() {
            return new Options(flags, pools, rings, onFull, true, faults);
        }

        /** A host that does not see the chip's memory, or one that does. */
        public Options withShadow(boolean value) {
            return withFaults(plan -> plan.withShadow(value));
        }

        /** One more change to what the host half is given. */
        public Options withFaults(UnaryOperator<CollectorPlan> value) {
            return new Options(flags, pools, rings, onFull, serial, plan -> value.apply(faults.apply(plan)));
        }

        private RuntimeConfig config() {
            return RuntimeConfig.builder()
                    .clusters(2)
                    .carriers(2)
                    .serial(serial)
                    .memoryBytes(1 << 20)
                    .schedulerTimeout(Duration.ofSeconds(60))
                    .build();
        }
    }

    private final RecordingPlan plan;
    private final Recording recording;
    private RunResult result;

    private RecordedRun(RecordingPlan plan, Recording recording) {
        this.plan = plan;
        this.recording = recording;
    }

    /** Makes the region; nothing runs yet. */
    public static RecordedRun open(Path directory, Options options) throws IOException {
        RecordingPlan.Builder plan = RecordingPlan.into(directory.resolve("capture"))
                .config(options.config())
                .call(CallConfig.builder()
                        .rings(options.rings)
                        .flags(options.flags)
                        .build())
                .onFull(options.onFull)
                .export(ExportChoice.ALWAYS) // nothing beside the run but what a test does
                .regionDirectory(directory);
        options.pools.forEach(plan::pools);
        RecordingHooks hooks = RecordingHooks.NONE.withHost(options.faults).withLongestWait(LONGEST_WAIT);
        return new RecordedRun(plan.build(), Recording.open(plan.build(), hooks));
    }

    /** Runs on a worker of its own; the host thread collects meanwhile. */
    public RunResult run(Orchestration orchestration, List<HostTensor> tensors) throws IOException {
        try (ChipWorker worker = ChipWorker.open(plan.config())) {
            return run(worker, orchestration, tensors);
        }
    }

    public RunResult run(ChipWorker worker, Orchestration orchestration, List<HostTensor> tensors) throws IOException {
        result = worker.run(orchestration, tensors, plan.call(), recording.start(worker.chip()));
        recording.collect(result);
        return result;
    }

    /** A worker that several recorded runs may share. */
    public static ChipWorker worker(Options options) {
        return ChipWorker.open(options.config());
    }

    public CollectorSession session() {
        return recording.session();
    }

    public RunResult result() {
        return result;
    }

    /** What the run says that it submitted; nothing when it failed. */
    public RunEvidence evidence() {
        return result.isOk() ? RunEvidence.counted(-1, result.submitted(), -1) : RunEvidence.UNKNOWN;
    }

    public boolean hasFailed() {
        return !result.isOk();
    }

    @Override
    public void close() throws IOException {
        recording.discard();
    }
}
