package io.tidemark.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.cuda.code.HostCompiler;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a program is recorded on the emulated device: by tmr with everything but counters, if nothing
 * else is said. Each method changes it and returns it.
 */
final class EmulatedPlan {
    static final DfxFlags EVERYTHING =
            DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DUMP_ARGS_ENABLE).with(DfxFeature.DEP_GEN);
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Of a block, in tests that do not say. */
    static final int LANES = Integer.getInteger("tidemark.lanes", 1);

    private static final int CLUSTERS = 4; // as many vector cores as a cohort of the cases wants

    private final String title;
    private final List<Kernel> kernels;
    private RuntimeKind runtime = RuntimeKind.TMR;
    private RingSizes rings = RingSizes.defaults();
    private long memoryBytes = 64 << 20;
    private Duration patience = PATIENCE;
    private DfxFlags records = EVERYTHING;
    private DfxFlags byCores; // null: what is recorded
    private int lanes = LANES;
    private int dumpLevel = 2;
    private ArgsPools argsPools = ArgsPools.DEFAULT;
    private PmuPools pmuPools = PmuPools.DEFAULT;
    private OnFull onFull = OnFull.BLOCK;
    private SeenChip chips;

    EmulatedPlan(String title, List<Kernel> kernels) {
        this.title = title;
        this.kernels = kernels;
    }

    /** Says so where there is no compiler, and nothing can be tested. */
    static void requireCompiler() {
        assumeTrue(HostCompiler.find().isPresent(), "no C++ compiler on the path: device code is not tested here");
    }

    EmulatedPlan runtime(RuntimeKind kind) {
        runtime = kind;
        return this;
    }

    EmulatedPlan rings(RingSizes sizes) {
        rings = sizes;
        return this;
    }

    EmulatedPlan memory(long bytes) {
        memoryBytes = bytes;
        return this;
    }

    /** A run without progress ends after so long. */
    EmulatedPlan endedAfter(Duration time) {
        patience = time;
        return this;
    }

    EmulatedPlan records(DfxFlags flags) {
        records = flags;
        return this;
    }

    /** What the code of the cores is made to record; the same as the run records if not said. */
    EmulatedPlan madeFor(DfxFlags flags) {
        byCores = flags;
        return this;
    }

    /** So many lanes a block. */
    EmulatedPlan lanes(int count) {
        lanes = count;
        return this;
    }

    EmulatedPlan dumpLevel(int level) {
        dumpLevel = level;
        return this;
    }

    EmulatedPlan pools(ArgsPools pools) {
        argsPools = pools;
        return this;
    }

    EmulatedPlan pools(PmuPools pools) {
        pmuPools = pools;
        return this;
    }

    EmulatedPlan onFull(OnFull way) {
        onFull = way;
        return this;
    }

    Recorder open(Path capture) throws IOException, PlatformRefusedException {
        requireCompiler();
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(Platform.CUDA_EMU)
                .runtime(runtime)
                .clusters(CLUSTERS)
                .memoryBytes(memoryBytes)
                .schedulerTimeout(patience)
                .opTimeout(patience.plusSeconds(60))
                .streamTimeout(patience.plusSeconds(90))
                .build();
        CudaSource source =
                new CudaSource(config, title, kernels, byCores == null ? records : byCores).emulatedLanes(lanes);
        source.prepare();
        chips = new SeenChip(source);
        return Recorder.open(RecordingPlan.into(capture)
                .title(title)
                .config(config)
                .chip(chips)
                .call(call())
                .pools(argsPools)
                .pools(pmuPools)
                .onFull(onFull)
                .build());
    }

    /** Of the recorder that was opened; after its first run. */
    CudaChip chip() {
        return chips.chip();
    }

    private CallConfig call() {
        return CallConfig.builder()
                .flags(records)
                .dumpArgsLevel(records.has(DfxFeature.DUMP_ARGS_ENABLE) ? dumpLevel : 0)
                .pmuEvent(records.has(DfxFeature.PMU) ? PmuEvent.MULTIPROCESSOR.code() : 0)
                .rings(rings)
                .build();
    }
}
