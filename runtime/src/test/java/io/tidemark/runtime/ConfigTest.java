package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.memory.tensor.TensorSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigTest {
    @Test
    void wrongValuesAreNamed() {
        assertThatThrownBy(() -> CallConfig.builder().taskWindow(12)).hasMessageContaining("ring_task_window[0]=12");
        assertThatThrownBy(() -> CallConfig.builder().taskWindow(4, 4, 2, 4))
                .hasMessageContaining("ring_task_window[2]=2");
        assertThatThrownBy(() -> CallConfig.builder().heapBytes(1023)).hasMessageContaining("ring_heap[0]=1023");
        assertThatThrownBy(() -> CallConfig.builder().dependencyPool(3)).hasMessageContaining("ring_dep_pool[0]=3");
        assertThatThrownBy(() -> CallConfig.builder().dependencyPool(1L << 31))
                .hasMessageContaining("ring_dep_pool[0]=2147483648");
        assertThatThrownBy(() -> CallConfig.builder().taskWindow(4, 4)).hasMessageContaining("[4, 4]");
        assertThatThrownBy(() -> CallConfig.builder().aicpuThreads(1).build())
                .hasMessageContaining("aicpu_thread_num=1");
        assertThatThrownBy(() -> RuntimeConfig.builder().clusters(25).build()).hasMessageContaining("clusters=25");
        assertThatThrownBy(() -> RuntimeConfig.builder().carriers(0).build()).hasMessageContaining("carriers=0");
        assertThatThrownBy(() ->
                        RuntimeConfig.builder().schedulerTimeout(Duration.ZERO).build())
                .hasMessageContaining("schedulerTimeout=PT0S");
        assertThatThrownBy(() -> Kernel.aic(1024, "K", context -> {})).hasMessageContaining("functionId=1024");
        assertThatThrownBy(() -> HostTensor.in("x", TensorSpec.of(DType.FLOAT32, 4), new float[3]))
                .hasMessageContaining("host tensor x");
    }

    @Test
    void aCallSaysWhatIsRecordedAndOldCallersMayStillGiveTrueAndFalse() {
        CallConfig.Builder call = CallConfig.builder();
        assertThat(call.build().flags()).isEqualTo(DfxFlags.NONE);
        assertThat(call.chipSwimlaneLevel(true).build().chipSwimlaneLevel()).isEqualTo(4);
        assertThat(call.chipSwimlaneLevel(2).build().flags()).isEqualTo(DfxFlags.ofSwimlaneLevel(2));
        DfxFlags others = DfxFlags.of(DfxFeature.DEP_GEN, DfxFeature.PMU);
        CallConfig full =
                call.flags(others).chipSwimlaneLevel(3L).distSwimlaneLevel(true).build();
        assertThat(full.flags()).isEqualTo(others.withSwimlaneLevel(3));
        assertThat(full.distSwimlaneLevel()).isEqualTo(4);
        assertThat(full.pmuEvent()).isEqualTo(2);
        assertThat(full.unrecorded().flags()).isEqualTo(DfxFlags.NONE);
        assertThat(call.chipSwimlaneLevel(false).build().flags()).isEqualTo(others);
        assertThat(call.dumpArgsLevel(3).build().flags().has(DfxFeature.DUMP_ARGS_ENABLE))
                .isTrue();
        assertThat(call.dumpArgsLevel(0).build().flags()).isEqualTo(others);
        for (Object wrong : new Object[] {5, -1, 1L << 32, "4", 2.0, null}) {
            assertThatThrownBy(() -> call.chipSwimlaneLevel(wrong))
                    .hasMessage("chip_swimlane_level=" + wrong + " is not 0..4, true or false");
            assertThatThrownBy(() -> call.distSwimlaneLevel(wrong))
                    .hasMessage("dist_swimlane_level=" + wrong + " is not 0..4, true or false");
        }
        assertThatThrownBy(() -> CallConfig.builder().dumpArgsLevel(4).build())
                .hasMessageContaining("enable_dump_args=4");
        assertThatThrownBy(() -> CallConfig.builder().pmuEvent(3).build()).hasMessageContaining("enable_pmu=3");
    }

    @Test
    void aWorkerRefusesACallWhoseRecordsNobodyWrites() {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(1).memoryBytes(0).build();
        CallConfig call = CallConfig.builder().chipSwimlaneLevel(1).build();
        try (Worker worker = Worker.open(config)) {
            assertThatThrownBy(() -> worker.run(graph -> {}, List.of(), call))
                    .hasMessage("the call asks to record flags=chip_swimlane_aicore_timing, and its"
                            + " setup records none");
            assertThat(worker.run(graph -> {}, List.of(), call.unrecorded()).isOk())
                    .isTrue();
        }
    }

    @Test
    void zeroTakesTheDefaultOfItsRing() {
        RingSizes sizes = CallConfig.builder().taskWindow(0, 8, 0, 16).build().rings();
        assertThat(sizes.taskWindow(0)).isEqualTo(16_384);
        assertThat(sizes.taskWindow(1)).isEqualTo(8);
        assertThat(sizes.taskWindow(3)).isEqualTo(16);
        assertThat(sizes.heapBytes(2)).isEqualTo(256L << 20);
        assertThat(RingSizes.defaults())
                .isEqualTo(CallConfig.defaults().rings())
                .isNotEqualTo(sizes);
    }

    @Test
    void threadsAreBoundByThePlatformWhenTheRunBegins() {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(1).memoryBytes(0).build();
        try (Worker worker = Worker.open(config)) {
            CallConfig five = CallConfig.builder().aicpuThreads(5).build();
            assertThatThrownBy(() -> worker.run(graph -> {}, List.of(), five))
                    .hasMessageContaining("aicpu_thread_num=5")
                    .hasMessageContaining("a2a3");
            HostTensor same = HostTensor.in("x", TensorSpec.of(DType.FLOAT32, 4), new float[4]);
            assertThatThrownBy(() -> worker.run(graph -> {}, List.of(same, same)))
                    .hasMessageContaining("name=x");
        }
        RuntimeConfig a5 = RuntimeConfig.builder()
                .platform(Platform.A5)
                .clusters(36)
                .memoryBytes(0)
                .build();
        try (Worker worker = Worker.open(a5)) {
            RunResult result = worker.run(
                    graph -> {
                        assertThat(graph.clusterCount()).isEqualTo(36);
                        assertThat(graph.aivCount()).isEqualTo(72);
                    },
                    List.of());
            assertThat(result.schedulers()).hasSize(4);
        }
    }

    @Test
    void aRunThatNeedsMoreMemoryGetsIt() {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(1).memoryBytes(0).build();
        float[] values = new float[1 << 20];
        values[values.length - 1] = 3;
        HostTensor large = HostTensor.inout("x", TensorSpec.of(DType.FLOAT32, values.length), values);
        try (Worker worker = Worker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        long last = graph.argument("x").elements() - 1;
                        assertThat(graph.read(graph.argument("x"), last)).isEqualTo(3);
                        graph.write(graph.argument("x"), last, 4);
                        assertThatThrownBy(() -> graph.argument("y")).hasMessageContaining("name=y");
                    },
                    List.of(large));
            assertThat(result.sentence()).isEqualTo("The run completed.");
        }
        assertThat(values[values.length - 1]).isEqualTo(4);
    }
}
