package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Device code with several lanes a block, which take turns in an order that nobody knows. */
class LanesTest {
    private static final int LANES = 64;
    private static final int TASKS = 40;
    private static final DfxFlags EVERYTHING = EmulatedPlan.EVERYTHING.with(DfxFeature.PMU);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "vector:random, TMR, 64",
        "bgemm:bgemm64, HBG, 64",
        "paged-attention:varseq4, TMR, 64",
        "paged-attention:varseq4, HBG, 256",
        "decoder:small, HBG, 64",
        "moe:small, TMR, 64",
        "spmd:barrier, HBG, 64"
    })
    void aCaseGivesItsGoldenAndEveryRecord(String title, RuntimeKind runtime, int lanes) throws Exception {
        EmulatedRun.of(
                        title,
                        List.of(),
                        plan -> plan.runtime(runtime).lanes(lanes).records(EVERYTHING),
                        directory.resolve("capture"))
                .isVerifiedOnDevice();
    }

    @Test
    void gatesAreOpenedInTheOrderOfTheChain() throws Exception {
        EmulatedRun.of(
                        "noop:chain",
                        List.of("tasks=500", "early=on"),
                        plan -> plan.lanes(LANES).records(DfxFlags.ofSwimlaneLevel(2)),
                        directory.resolve("capture"))
                .isVerified();
    }

    @ParameterizedTest
    @CsvSource({"hang:stop, TMR", "hang:stop, HBG", "hang:deps, HBG"})
    void aHangEndsAndLosesNothing(String title, RuntimeKind runtime) throws Exception {
        EmulatedRun run = EmulatedRun.of(
                title,
                List.of(),
                plan -> plan.runtime(runtime).lanes(LANES).endedAfter(Duration.ofSeconds(1)),
                directory.resolve("capture"));
        assertThat(run.result().errorName()).isEqualTo("SCHEDULER_TIMEOUT");
        assertThat(run.sealed().verdict().kind())
                .as(run.sealed().verdict().line())
                .isEqualTo(Verdict.Kind.COMPLETE);
        assertThat(run.result().abandonedThreads()).isEmpty();
    }

    /** Each lane takes what its neighbour has put into the scratch of the block. */
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aMissingBarrierGivesAWrongResultWhereThereAreLanes(RuntimeKind runtime) throws Exception {
        String passed = """
                TM_KERNEL void step(tm_task &task) {
                    volatile tm_u32 *cells = (tm_u32 *)tm_scratch();
                    tm_u32 number = (tm_u32)tm_scalar_bits(task, 0);
                    cells[tm_lane()] = number + 1;
                    %s
                    if (cells[(tm_lane() + 1) %% tm_lanes()] == number + 1) {
                        tm_add32(tm_dense<tm_u32>(task, 0) + number, 1);
                    }
                }
                """;
        assertThat(counts(passed.formatted(""), runtime, 1)).containsOnly(1);
        assertThat(counts(passed.formatted("tm_sync();"), runtime, LANES)).containsOnly(LANES);
        assertThat(counts(passed.formatted(""), runtime, LANES))
                .allSatisfy(count -> assertThat(count).isLessThan(LANES));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    if (tm_lane() < 7) tm_sync();                                          | at line 3 of the kernel's code and in Tidemark's code
                    if (tm_lane() < 7) tm_warp_sync();                                     | at line 3 of the kernel's code and in Tidemark's code
                    if (tm_lane() % 2 == 0) tm_warp_mask(true); else tm_warp_from(1u, 0);  | at line 3 of the kernel's code and at line 3 of the kernel's code
                    if (tm_lane() < 32) tm_sync(); else tm_warp_sync();                    | at line 3 of the kernel's code and in Tidemark's code
                    """)
    void lanesThatMeetFromDifferentLinesAreNamedWithTheirKernel(String parted, String places) throws Exception {
        String source = """
                TM_KERNEL void step(tm_task &task) {
                    if (tm_scalar_bits(task, 0) == 7) {
                        %s
                    }
                }
                """.formatted(parted);
        for (RuntimeKind runtime : RuntimeKind.values()) {
            RunResult result = run(source, runtime, LANES, new int[TASKS]);
            assertThat(result.errorName()).as(result.sentence()).isEqualTo("KERNEL_FAILED");
            String[] either = places.split(" and ");
            assertThat(result.sentence())
                    .contains("kernel step of task", "7) on core")
                    .containsAnyOf(places, either[1] + " and " + either[0]);
            assertThat(result.abandonedThreads()).isEmpty();
        }
    }

    @Test
    void aKernelThatEndsSoonMustSaySoByAllLanesOfAGraph() throws Exception {
        String source = "TM_KERNEL void step(tm_task &task) { if (tm_lane() < 40) tm_soon(task); }";
        RunResult result = run(source, RuntimeKind.HBG, LANES, new int[TASKS]);
        assertThat(result.errorName()).as(result.sentence()).isEqualTo("KERNEL_FAILED");
        assertThat(result.sentence()).contains("wait for each other in Tidemark's code and in");
    }

    @Test
    void aNumberOfLanesThatABlockCannotHaveIsRefused() {
        RuntimeConfig config =
                RuntimeConfig.builder().platform(Platform.CUDA_EMU).build();
        CudaSource source = new CudaSource(config, "none", List.of(), DfxFlags.NONE);
        for (int lanes : new int[] {-1, 0, 2, 32, 63, 96, 512}) {
            assertThatThrownBy(() -> source.emulatedLanes(lanes))
                    .hasMessage("lanes=" + lanes + " is not 1, 64, 128 or 256");
        }
    }

    /** What each task has added to the cell of its number. */
    private List<Integer> counts(String source, RuntimeKind runtime, int lanes) throws Exception {
        int[] counts = new int[TASKS];
        RunResult result = run(source, runtime, lanes, counts);
        assertThat(result.isOk()).as(result.sentence()).isTrue();
        return IntStream.of(counts).boxed().toList();
    }

    private RunResult run(String source, RuntimeKind runtime, int lanes, int[] counts) throws Exception {
        Kernel step = Kernel.aiv(0, "step", _ -> {}).onDevice(new DeviceCode("lanes.cuh", source, "step"));
        HostTensor cells = HostTensor.inout("counts", TensorSpec.of(DType.INT32, counts.length), counts);
        Program program = new Program(
                "lanes",
                graph -> {
                    for (int task = 0; task < TASKS; task++) {
                        graph.task(step)
                                .inout(graph.argument("counts"))
                                .scalar(task)
                                .submit();
                    }
                },
                List.of(cells),
                List.of(step));
        EmulatedPlan plan = new EmulatedPlan("lanes", program.kernels())
                .runtime(runtime)
                .records(DfxFlags.ofSwimlaneLevel(1))
                .lanes(lanes);
        try (Recorder recorder = plan.open(directory.resolve("run" + System.nanoTime()))) {
            RunResult result = recorder.record(program);
            assertThat(recorder.seal().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            return result;
        }
    }
}
