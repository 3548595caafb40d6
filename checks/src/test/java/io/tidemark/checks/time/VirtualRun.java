package io.tidemark.checks.time;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.WorkloadCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One case run in virtual time with everything recorded.
 *
 * @param files digest of every file of the capture but the certificate, which says when it was made
 * @param verified whether the results equal the golden; false for a run that failed
 */
record VirtualRun(RunResult result, boolean verified, Map<String, String> files) {
    private static final long SEED = 7;
    private static final RunBudgets BUDGETS =
            new RunBudgets(Duration.ofMillis(20), Duration.ofMillis(40), Duration.ofMillis(2_000));

    static VirtualRun of(
            CaseSelection selection,
            List<String> options,
            Platform platform,
            RuntimeKind runtime,
            int clusters,
            Path capture)
            throws IOException {
        WorkloadCase prepared = selection.build(options, SEED);
        prepared.reset();
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(platform)
                .runtime(runtime)
                .clusters(clusters)
                .memoryBytes(prepared.memoryBytes())
                .budgets(BUDGETS)
                .modelled(new ModelledTime(ChipProfiles.shipped(platform.label()), true))
                .build();
        DfxFlags flags = DfxFlags.ofSwimlaneLevel(4)
                .with(DfxFeature.DEP_GEN)
                .with(DfxFeature.DUMP_ARGS_ENABLE)
                .with(DfxFeature.PMU);
        CallConfig call = CallConfig.builder()
                .rings(prepared.rings().orElse(RingSizes.defaults()))
                .flags(runtime.reclaims() ? flags.with(DfxFeature.SCOPE_STATS) : flags)
                .dumpArgsLevel(2)
                .pmuEvent(2)
                .build();
        RecordingPlan plan = RecordingPlan.into(capture)
                .title(prepared.title())
                .config(config)
                .call(call)
                .build();
        RunResult result;
        try (Recorder recorder = Recorder.open(plan)) {
            result = recorder.record(new Program(
                    prepared.title(), prepared.orchestration(), prepared.hostTensors(), prepared.kernels()));
            recorder.seal();
        }
        boolean verified = result.isOk() && prepared.verify(result).ok();
        return new VirtualRun(result, verified, digests(capture));
    }

    /** One case into one capture, for another process. */
    public static void main(String[] words) throws IOException {
        CaseSelection selection = VirtualTimeTest.CATALOG.find(words[0]);
        RuntimeKind runtime = RuntimeKind.valueOf(words[1]);
        of(selection, List.of(), Platform.A2A3, runtime, 8, Path.of(words[2]));
    }

    static Map<String, String> digests(Path capture) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(capture)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String name = capture.relativize(file).toString();
                if (!name.equals(CertificateWriter.FILE_NAME)) {
                    digests.put(name, CertificateWriter.digest(capture, file).sha256());
                }
            }
        }
        return digests;
    }

    /** What a run says of itself, to compare two of them. */
    String told() {
        return "%d %s submitted %d completed %d in %d ticks, %s"
                .formatted(
                        result.errorCode(),
                        result.sentence(),
                        result.submitted(),
                        result.completed(),
                        result.wallTicks(),
                        result.schedulers());
    }
}
