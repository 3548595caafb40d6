package io.tidemark.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.cuda.code.HostCompiler;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.SealedCapture;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One recorded run of a case on the emulated device, with everything that can be recorded. */
record EmulatedRun(
        RunResult result,
        Verification verification,
        Optional<String> doctor,
        SealedCapture sealed) {
    static final DfxFlags EVERYTHING =
            DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DUMP_ARGS_ENABLE).with(DfxFeature.DEP_GEN);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CLUSTERS = 4; // as many vector cores as a cohort of the cases wants

    /** Says so where there is no compiler, and nothing can be tested. */
    static void requireCompiler() {
        assumeTrue(
                HostCompiler.find().isPresent(),
                "no C++ compiler on the path: device code is not tested here");
    }

    static EmulatedRun of(String title, RuntimeKind runtime, Path capture) throws Exception {
        return of(title, List.of(), runtime, PATIENCE, capture);
    }

    static EmulatedRun of(
            String title,
            List<String> options,
            RuntimeKind runtime,
            Duration patience,
            Path capture)
            throws IOException, PlatformRefusedException {
        return of(title, options, runtime, EVERYTHING, patience, capture);
    }

    static EmulatedRun of(
            String title,
            List<String> options,
            RuntimeKind runtime,
            DfxFlags flags,
            Duration patience,
            Path capture)
            throws IOException, PlatformRefusedException {
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(options, 1);
        return recorded(
                prepared, title, plan(prepared, title, runtime, flags, patience, capture), 0);
    }

    /** The second run on a device, of a graph that the device resolves. */
    static EmulatedRun second(String title, Path capture)
            throws IOException, PlatformRefusedException {
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(List.of(), 1);
        DfxFlags cores = DfxFlags.ofSwimlaneLevel(1);
        return recorded(
                prepared,
                title,
                plan(prepared, title, RuntimeKind.HBG, cores, PATIENCE, capture),
                1);
    }

    private static RecordingPlan plan(
            WorkloadCase prepared,
            String title,
            RuntimeKind runtime,
            DfxFlags flags,
            Duration patience,
            Path capture)
            throws PlatformRefusedException {
        requireCompiler();
        RuntimeConfig config = config(runtime, prepared.memoryBytes(), patience);
        CudaSource source = new CudaSource(config, title, prepared.kernels(), flags);
        source.prepare();
        return RecordingPlan.into(capture)
                .title(title)
                .config(config)
                .chip(source)
                .call(
                        CallConfig.builder()
                                .flags(flags)
                                .dumpArgsLevel(flags.has(DfxFeature.DUMP_ARGS_ENABLE) ? 2 : 0)
                                .pmuEvent(
                                        flags.has(DfxFeature.PMU)
                                                ? PmuEvent.MULTIPROCESSOR.code()
                                                : 0)
                                .rings(prepared.rings().orElse(RingSizes.defaults()))
                                .build())
                .build();
    }

    /**
     * @param patience until a run without progress ends
     */
    static RuntimeConfig config(RuntimeKind runtime, long memoryBytes, Duration patience) {
        return RuntimeConfig.builder()
                .platform(Platform.CUDA_EMU)
                .runtime(runtime)
                .clusters(CLUSTERS)
                .memoryBytes(memoryBytes)
                .schedulerTimeout(patience)
                .opTimeout(patience.plusSeconds(60))
                .streamTimeout(patience.plusSeconds(90))
                .build();
    }

    private static EmulatedRun recorded(
            WorkloadCase prepared, String title, RecordingPlan plan, int before)
            throws IOException {
        Program program =
                new Program(
                        title,
                        prepared.orchestration(),
                        prepared.hostTensors(),
                        prepared.kernels());
        try (Recorder recorder = Recorder.open(plan)) {
            for (int i = 0; i < before; i++) {
                recorder.run(program);
            }
            RunResult result = recorder.record(program);
            return new EmulatedRun(
                    result, prepared.verify(result), recorder.diagnosis(), recorder.seal());
        }
    }

    /** How the clock of a stream is known, by the certificate. */
    static Certificate.ClockDomain clock(Certificate certificate, String stream) {
        return certificate.clocks().stream()
                .filter(clock -> clock.stream().equals(stream))
                .findFirst()
                .orElseThrow();
    }
}
