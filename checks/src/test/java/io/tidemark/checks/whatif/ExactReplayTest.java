package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.StoredCapture;
import io.tidemark.memory.tensor.Tensor;
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
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in virtual time, asked without a change, takes what it took. */
class ExactReplayTest {
    private static final int SEED = 7;

    @TempDir
    private Path folder;

    /** The tasks of a layer name some producers twice, which costs time and the graph says once. */
    @Test
    void producersThatAreNamedTwiceArePaidForTwice() throws IOException, WhatIfRefusedException {
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(new StandardWorkloads()));
        Subject decoder = catalog.cases().stream()
                .filter(each -> each.title().equals("decoder:standard"))
                .map(found -> Subject.workload(found, SEED))
                .findFirst()
                .orElseThrow();
        WhatIf run = Trials.of(decoder, SEED, folder.resolve("decoder")).run();
        assertThat(run.replayedNanos()).isEqualTo(run.capturedNanos());
    }

    /** A read again takes time, and so does its replay, which has no values to wait for. */
    @Test
    void anOrchestrationThatPollsTakesItsTimeAgain() throws IOException, WhatIfRefusedException {
        WhatIf run = polling(folder.resolve("polling"));
        assertThat(run.replayedNanos()).isEqualTo(run.capturedNanos());
        assertThat(run.graph().remarks()).anyMatch(each -> each.contains("read elements again"));
        Path predicted = folder.resolve("predicted");
        run.record(Changes.NONE, "predicted", predicted);
        WhatIf again = opened(predicted);
        assertThat(again.capturedNanos()).isEqualTo(run.capturedNanos());
        assertThat(again.replayedNanos()).isEqualTo(run.capturedNanos());
    }

    /** Tasks of 3 to 300 us, each awaited by looks at two cells beside another that goes on. */
    private static WhatIf polling(Path capture) throws IOException, WhatIfRefusedException {
        Kernel writer = Kernel.aiv(0, "writer", c -> c.memory().setLong(c.tensor(0), 0, c.scalarLong(0)))
                .costing(c -> KernelCost.lasting(micros(3 * c.scalarLong(0))));
        Kernel beside = Kernel.aic(1, "beside", context -> {}).costing(KernelCost.lasting(micros(17)));
        Orchestration orchestration = graph -> {
            Tensor cell = graph.alloc(TensorSpec.of(DType.INT64, 2))[0];
            graph.writeLong(cell, 0, 0);
            for (long round = 1; round <= 100; round += 11) {
                graph.task(beside).submit();
                graph.task(writer).noDep(cell).scalar(round).submit();
                while (graph.readLong(cell, 0) != round) {
                    graph.readLong(cell, 1);
                }
                if (round % 2 == 0) {
                    graph.spend(micros(1));
                }
            }
        };
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("polling")
                .config(RuntimeConfig.builder()
                        .clusters(1)
                        .memoryBytes(1 << 20)
                        .modelled(new ModelledTime(ChipProfiles.shipped("a2a3"), true))
                        .build())
                .call(CallConfig.builder()
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .build())
                .build();
        return recorded(plan, new Program("polling", orchestration, List.of(), List.of(writer, beside)), capture);
    }

    /**
     * What copying arguments cost is in the run again, also of outputs that no task reads; such a
     * run stages no task on its core, and neither does its replay.
     */
    @Test
    void aDumpOfArgumentsTakesItsTimeAgain() throws IOException, WhatIfRefusedException {
        for (int level = 2; level <= 3; level++) {
            WhatIf run = dumping(folder.resolve("dump-" + level), level);
            assertThat(run.replayedNanos()).as("level " + level).isEqualTo(run.capturedNanos());
            assertThat(run.makespan(Changes.NONE.freeProfiler())).isLessThan(run.capturedNanos());
        }
    }

    /** An orchestration that asks for the clusters builds another graph on another chip. */
    @Test
    void aGraphThatWasBuiltForOtherClustersIsSaidToBe() throws IOException, WhatIfRefusedException {
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(new StandardWorkloads()));
        Subject decoder = catalog.cases().stream()
                .filter(each -> each.title().equals("decoder:small"))
                .map(found -> Subject.workload(found, SEED))
                .findFirst()
                .orElseThrow();
        WhatIf run = Trials.of(decoder, SEED, folder.resolve("clusters")).run();
        int before = run.machine().clusters();
        assertThatThrownBy(() -> run.makespan(Changes.NONE.clusters(before / 2)))
                .isInstanceOf(WhatIfRefusedException.class)
                .hasMessageContaining("built for %d clusters".formatted(before))
                .hasMessageContaining("--clusters " + before / 2);
    }

    /** Two kernels in a chain that may be staged, with an output that no task reads. */
    private static WhatIf dumping(Path capture, int level) throws IOException, WhatIfRefusedException {
        Kernel first = Kernel.aiv(0, "first", context -> {}).costing(KernelCost.lasting(micros(2)));
        Kernel second = Kernel.aic(1, "second", context -> {}).costing(KernelCost.lasting(micros(3)));
        TensorSpec page = TensorSpec.of(DType.FLOAT32, 1024);
        Orchestration orchestration = graph -> {
            Tensor sum = graph.alloc(page)[0];
            for (int round = 0; round < 20; round++) {
                Tensor made = graph.task(first)
                        .out(page)
                        .out(TensorSpec.of(DType.INT8, 64))
                        .submit()
                        .output(0);
                graph.task(second)
                        .in(made)
                        .inout(sum)
                        .scalar(round)
                        .earlyResolve()
                        .submit();
            }
        };
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("dumping")
                .config(RuntimeConfig.builder()
                        .clusters(1)
                        .memoryBytes(1 << 20)
                        .modelled(new ModelledTime(ChipProfiles.shipped("a2a3"), true))
                        .build())
                .call(CallConfig.builder()
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .dumpArgsLevel(level)
                        .build())
                .build();
        return recorded(plan, new Program("dumping", orchestration, List.of(), List.of(first, second)), capture);
    }

    private static WhatIf recorded(RecordingPlan plan, Program program, Path capture)
            throws IOException, WhatIfRefusedException {
        try (Recorder recorder = Recorder.open(plan)) {
            assertThat(recorder.record(program).isOk()).isTrue();
            recorder.seal();
        }
        return opened(capture);
    }

    private static Duration micros(long count) {
        return Duration.ofNanos(1_000 * count);
    }

    private static WhatIf opened(Path capture) throws IOException, WhatIfRefusedException {
        StoredCapture read = StoredCapture.open(capture);
        return WhatIf.of(read, Machine.of(read, ChipProfiles.shipped("a2a3")));
    }
}
