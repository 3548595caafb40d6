package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.StoredCapture;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short tasks that nobody waits for, and a chain behind them that the run waits for. */
class PriorityTest {
    private static final int SHORT = 12;
    private static final int CHAIN = 6;
    private static final long SHORT_NANOS = 10_000;
    private static final long LINK_NANOS = 20_000;

    private final Kernel link = kernel(0, LINK_NANOS);
    private final Kernel lonely = kernel(1, SHORT_NANOS);

    @TempDir
    private Path folder;

    private static Kernel kernel(int id, long nanos) {
        return Kernel.aiv(id, "k" + id, context -> {}).costing(KernelCost.lasting(Duration.ofNanos(nanos)));
    }

    @Test
    void criticalPathFirstIsPredictedAndComesTrue() throws IOException, WhatIfRefusedException {
        WhatIf plain = recorded("plain", false);
        WhatIf first = recorded("first", true);
        assertThat(plain.makespan(Changes.NONE.criticalPathFirst())).isEqualTo(first.capturedNanos());
        assertThat(first.capturedNanos()).isLessThan(plain.capturedNanos() - 2 * SHORT_NANOS);
    }

    private WhatIf recorded(String name, boolean prioritized) throws IOException, WhatIfRefusedException {
        Path capture = folder.resolve(name);
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(1)
                .memoryBytes(1 << 20)
                .prioritized(prioritized)
                .modelled(new ModelledTime(ChipProfiles.shipped("a2a3"), true))
                .build();
        RecordingPlan plan = RecordingPlan.into(capture)
                .title(name)
                .config(config)
                .call(CallConfig.builder()
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .build())
                .build();
        try (Recorder recorder = Recorder.open(plan)) {
            assertThat(recorder.record(new Program(name, graph(), List.of(), List.of(link, lonely)))
                            .isOk())
                    .isTrue();
            recorder.seal();
        }
        StoredCapture read = StoredCapture.open(capture);
        return WhatIf.of(read, Machine.of(read, ChipProfiles.shipped("a2a3")));
    }

    private Orchestration graph() {
        return graph -> {
            for (int i = 0; i < SHORT; i++) {
                graph.task(lonely).priority(SHORT_NANOS).submit();
            }
            long before = -1;
            for (int i = 0; i < CHAIN; i++) {
                var task = graph.task(link).out(TensorSpec.of(DType.FLOAT32, 16));
                task.priority((CHAIN - i) * LINK_NANOS);
                if (before >= 0) {
                    task.after(before);
                }
                before = task.submit().id();
            }
        };
    }
}
