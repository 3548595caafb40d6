package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.StoredCapture;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Times questions about a large graph once it is loaded; {@code checks/whatif-speed} runs it. */
@EnabledIfSystemProperty(named = "tidemark.speed.tasks", matches = "[1-9][0-9]*")
class WhatIfSpeedTest {
    private static final int TASKS = Integer.getInteger("tidemark.speed.tasks", 0);
    private static final int QUESTIONS = 6;
    private static final int SWEEP = 24;

    @TempDir
    private Path folder;

    @Test
    void questionsAboutALargeGraph() throws IOException, WhatIfRefusedException {
        Path capture = folder.resolve("capture");
        record(capture);
        long begin = System.nanoTime();
        StoredCapture read = StoredCapture.open(capture);
        WhatIf run = WhatIf.of(read, Machine.of(read, ChipProfiles.shipped("a2a3")));
        System.out.printf(
                Locale.ROOT,
                "what-if: %d tasks loaded and replayed in %.2f s, %+.4f %%%n",
                run.graph().size(),
                (System.nanoTime() - begin) / 1e9,
                100 * run.replayError());
        for (int kernel : run.kernels()) {
            ask(
                    run,
                    "kernel " + run.kernelName(kernel) + " 0.5x",
                    Changes.NONE.kernel(kernel, new Changes.KernelTime(0.5, Optional.empty())));
        }
        for (int i = 0; i < QUESTIONS; i++) {
            ask(run, "clusters " + (4 + i), Changes.NONE.clusters(4 + i));
        }
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        List<Long> sweep = IntStream.rangeClosed(1, SWEEP)
                .parallel()
                .mapToObj(clusters -> makespan(run, clusters))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "what-if: sweep of %d on %d CPUs: %.2f s, %.2f s of CPU%n",
                sweep.size(),
                Runtime.getRuntime().availableProcessors(),
                (System.nanoTime() - wall) / 1e9,
                (cpuNanos() - cpu) / 1e9);
        assertThat(run.replayError()).isZero();
    }

    private static void ask(WhatIf run, String words, Changes changes) throws WhatIfRefusedException {
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        long answer = run.makespan(changes);
        System.out.printf(
                Locale.ROOT,
                "what-if: %s: %.2f s, %.2f s of CPU: %.3f ms%n",
                words,
                (System.nanoTime() - wall) / 1e9,
                (cpuNanos() - cpu) / 1e9,
                answer / 1e6);
    }

    private static long makespan(WhatIf run, int clusters) {
        try {
            return run.makespan(Changes.NONE.clusters(clusters));
        } catch (WhatIfRefusedException fails) {
            return -1;
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void record(Path capture) throws IOException {
        WorkloadCase prepared = WorkloadCatalog.of(List.of(new StandardWorkloads())).cases().stream()
                .filter(each -> each.title().equals("noop:layered"))
                .findFirst()
                .orElseThrow()
                .build(List.of("tasks=" + TASKS), 1);
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("noop")
                .config(RuntimeConfig.builder()
                        .memoryBytes(prepared.memoryBytes())
                        .modelled(new ModelledTime(ChipProfiles.shipped("a2a3"), true))
                        .build())
                .call(CallConfig.builder()
                        .rings(prepared.rings().orElse(RingSizes.defaults()))
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .build())
                .export(ExportChoice.ALWAYS)
                .build();
        try (Recorder recorder = Recorder.open(plan)) {
            assertThat(recorder.record(new Program(
                                    "noop", prepared.orchestration(), prepared.hostTensors(), prepared.kernels()))
                            .isOk())
                    .isTrue();
            recorder.seal();
        }
    }
}
