package io.tidemark.cuda;

import static io.tidemark.runtime.RuntimeKind.HBG;
import static io.tidemark.runtime.RuntimeKind.TMR;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.cuda.DumpedRun.Plan;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Arguments that blocks dump themselves, held against those that the host dumps of the same graph.
 * That the digests of the device are those of the host is part of the verdict.
 */
class DumpedArgumentsTest {
    private static final ArgsPools TIGHT = new ArgsPools(2, 4, 2, 2, 64 << 10);
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final String SOURCE = """
            TM_KERNEL void add_one(tm_task &task) {
                for (tm_i64 i = tm_lane(); i < tm_elements(task, 0); i += tm_lanes()) {
                    *tm_element<float>(task, 0, i) += 1;
                }
            }
            TM_KERNEL void add_block(tm_task &task) {
                if (tm_lane() == 0) {
                    *tm_element<float>(task, 0, task.payload.block_index) += 1 + task.payload.block_index;
                }
            }
            TM_KERNEL void look(tm_task &task) {
                for (tm_u32 tensor = 0; tensor < task.arguments.tensor_count; tensor++) {
                    for (tm_i64 i = tm_lane(); i < tm_elements(task, tensor); i += tm_lanes()) {
                        if (task.tensors[tensor].tag == 1) {
                            *tm_element<float>(task, tensor, i) = (float)i;
                        }
                    }
                }
            }
            TM_KERNEL void fail(tm_task &task) { tm_fail(task, 117, 0); }
            TM_KERNEL void stick(tm_task &task) {
                if (tm_lane() == 0 && task.payload.block_index == 1) {
                    for (tm_u32 attempt = 0; !tm_stop(task); attempt++) {
                        tm_pause(attempt);
                    }
                }
            }
            """;
    private static final Kernel ADD = kernel(0, "add_one");
    private static final Kernel ADD_BLOCK = kernel(1, "add_block");
    private static final Kernel LOOK = kernel(2, "look");
    private static final Kernel STICK = kernel(3, "stick");
    private static final Kernel FAIL = kernel(4, "fail");

    @TempDir
    Path directory;

    private static Kernel kernel(int id, String name) {
        return Kernel.aiv(id, name, context -> {
                    throw new AssertionError("device code only");
                })
                .onDevice(new DeviceCode("steps.cuh", SOURCE, name));
    }

    @ParameterizedTest
    @CsvSource({
        "HBG, vector:random, 2",
        "HBG, vector:random, 3",
        "HBG, bgemm:bgemm64, 2",
        "HBG, noop:layered, 2",
        "HBG, paged-attention:varseq4, 2",
        "HBG, spmd:multiblock-aiv, 2",
        "HBG, mixed:small, 2",
        "HBG, moe:small, 2",
        "HBG, decoder:small, 3",
        "HBG, spmd:core-counts, 2",
        "TMR, vector:random, 3",
        "TMR, bgemm:bgemm64, 2",
        "TMR, noop:layered, 2",
        "TMR, paged-attention:varseq4, 2",
        "TMR, decoder:small, 2",
        "TMR, moe:small, 2"
    })
    void aCaseIsDumpedAsByTheHost(RuntimeKind runtime, String title, int level) throws Exception {
        List<String> options = title.startsWith("noop") ? List.of("tasks=300") : List.of();
        DumpedRun device = run(title, options, Plan.of(runtime, true, level), "device");
        theSame(device, run(title, options, Plan.of(runtime, false, level), "host"), runtime);
    }

    /** Tasks of several runs that schedulers dispatch are dumped by a block that runs none. */
    @ParameterizedTest
    @CsvSource({
        "spmd:multiblock-aiv, 2",
        "spmd:multiblock-mix, 2",
        "spmd:sync-start, 2",
        "mixed:small, 3",
        "mixed:tiles, 2",
        "paged-attention:spmd-mix, 2"
    })
    void tasksOfSeveralRunsAreDumpedAsByTheirSchedulers(String title, int level) throws Exception {
        DumpedRun device = run(title, List.of(), Plan.of(TMR, true, level), "device");
        DumpedRun host = run(title, List.of(), Plan.of(TMR, false, level), "host");
        theSame(device, host, TMR);
        assertThat(device.stages()).isPositive();
        assertThat(host.stages()).isZero();
    }

    @Test
    void theyAreDumpedByAllLanesOfABlock() throws Exception {
        String title = "spmd:multiblock-mix";
        Plan plan = Plan.of(TMR, true, 2).lanes(256);
        DumpedRun device = run(title, List.of(), plan, "device");
        theSame(device, run(title, List.of(), Plan.of(TMR, false, 2), "host"), TMR);
        assertThat(device.stages()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"HBG, 1", "HBG, 2", "HBG, 3", "TMR, 1", "TMR, 2", "TMR, 3"})
    void viewsOfEveryKindAreGatheredAsByTheHost(RuntimeKind runtime, int level) throws Exception {
        Orchestration graph = tasks -> {
            Tensor m = tasks.argument("floats");
            tasks.task(LOOK)
                    .in(m.transpose(0, 1).slice(0, 1, 50))
                    .in(m.slice(0, 1, 3).slice(1, 3, 7))
                    .in(m.slice(0, 5, 1).slice(1, 1, 96))
                    .in(tasks.argument("bytes").slice(0, 3, 4001))
                    .in(tasks.argument("shorts").strided(0, 3))
                    .in(tasks.argument("halves").slice(0, 1, 100))
                    .in(tasks.argument("halves").slice(0, 2, 99))
                    .in(tasks.argument("halves").slice(0, 2, 98))
                    .in(tasks.argument("longs").slice(0, 1, 5))
                    .in(tasks.argument("longs").strided(0, 2))
                    .out(TensorSpec.of(DType.FLOAT32, 3, 5))
                    .scalar(7L)
                    .scalar(0.25)
                    .dump(1)
                    .dump(4)
                    .dumpScalar(1)
                    .submit();
            Tensor sums = tasks.argument("sums"); // a writer does not wait for readers
            tasks.task(ADD).inout(sums.slice(0, 0, 2)).dump().submit();
            tasks.task(ADD).inout(sums.transpose(0, 1)).scalar(3L).submit();
        };
        Supplier<List<HostTensor>> tensors = () -> List.of(
                numbers("floats", DType.FLOAT32, 60, 97),
                numbers("bytes", DType.INT8, 5000),
                numbers("shorts", DType.BFLOAT16, 301),
                numbers("halves", DType.FP4E2M1, 128),
                numbers("longs", DType.INT64, 33),
                numbers("sums", DType.FLOAT32, 60, 97));
        Supplier<Program> program = () -> program(graph, tensors.get());
        DumpedRun device = run(program, Plan.of(runtime, true, level), "device");
        theSame(device, run(program, Plan.of(runtime, false, level), "host"), runtime);
        assertThat(device.arguments()).hasSize(level == 1 ? 3 + 2 : 13 + 2 + 3);
    }

    /** Blocks of a task share one list of arguments; none has begun when it is dumped. */
    @ParameterizedTest
    @EnumSource
    void aTaskOfManyBlocksIsDumpedOnceBeforeItsFirstAndAfterItsLast(RuntimeKind runtime) throws Exception {
        int blocks = 40;
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            for (int i = 0; i < 20; i++) {
                tasks.task(ADD_BLOCK).inout(a).blocks(blocks).submit();
            }
        };
        Supplier<Program> program = () -> program(graph, List.of(numbers("a", DType.FLOAT32, blocks)));
        DumpedRun device = run(program, Plan.of(runtime, true, 2).swimlane(2), "device");
        theSame(device, run(program, Plan.of(runtime, false, 2), "host"), runtime);
        assertThat(device.arguments()).hasSize(2 * 20);
        assertThat(device.stages()).isEqualTo(runtime == HBG ? 0 : 2 * 20);
    }

    /** A tensor of three rings and forty-eight arenas, while other cores dump too. */
    @ParameterizedTest
    @EnumSource
    void aTensorLargerThanRingAndArenaStreamsThroughWhole(RuntimeKind runtime) throws Exception {
        Orchestration graph = tasks -> {
            Tensor large = tasks.argument("large");
            Tensor small = tasks.argument("small");
            for (int i = 0; i < 2; i++) {
                tasks.task(ADD).inout(large).submit();
                for (int k = 0; k < 64; k++) {
                    tasks.task(ADD).inout(small.slice(0, k * 100, 100)).submit();
                }
            }
        };
        Supplier<List<HostTensor>> tensors =
                () -> List.of(numbers("large", DType.FLOAT32, 768, 1025), numbers("small", DType.FLOAT32, 6400));
        Supplier<Program> program = () -> program(graph, tensors.get());
        DumpedRun device = run(program, Plan.of(runtime, true, 2).with(TIGHT), "device");
        theSame(device, run(program, Plan.of(runtime, false, 2), "host"), runtime);
    }

    /** Large tensors of several runs and of one, through the same arenas. */
    @Test
    void whatIsDumpedForSchedulersStreamsThroughBesideWhatCoresDump() throws Exception {
        Orchestration graph = tasks -> {
            Tensor large = tasks.argument("large");
            Tensor other = tasks.argument("other");
            for (int i = 0; i < 3; i++) {
                tasks.task(ADD_BLOCK).inout(large).blocks(5).submit();
                tasks.task(ADD).inout(other).submit();
                tasks.task(ADD_BLOCK).inout(other).blocks(2).submit();
            }
        };
        Supplier<Program> program = () -> program(
                graph, List.of(numbers("large", DType.FLOAT32, 768, 1025), numbers("other", DType.FLOAT32, 300, 1025)));
        DumpedRun device = run(program, Plan.of(TMR, true, 2).with(TIGHT), "device");
        theSame(device, run(program, Plan.of(TMR, false, 2), "host"), TMR);
        assertThat(device.stages()).isEqualTo(2 * 2 * 3);
    }

    @ParameterizedTest
    @CsvSource({"HBG, 1", "TMR, 1", "TMR, 4"})
    void aDroppingChannelKeepsTheFirstHalfArenaOfALargeTensor(RuntimeKind runtime, int blocks) throws Exception {
        Orchestration graph = tasks ->
                tasks.task(LOOK).in(tasks.argument("large")).blocks(blocks).submit();
        Supplier<Program> program = () -> program(graph, List.of(numbers("large", DType.FLOAT32, 768, 1025)));
        Plan plan = Plan.of(runtime, true, 2).with(TIGHT).on(OnFull.DROP);
        DumpedRun device = run(program, plan, "device");
        Plan byHost = Plan.of(runtime, false, 2).with(TIGHT).on(OnFull.DROP);
        DumpedRun host = run(program, byHost, "host");
        assertThat(device.sealed().verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        assertThat(device.stages()).isEqualTo(blocks > 1 ? 1 : 0);
        assertThat(device.arguments()).isEqualTo(host.arguments());
        assertThat(device.arguments().values())
                .singleElement()
                .satisfies(argument -> assertThat(argument.bytes()).hasSize(32 << 10));
    }

    @Test
    void aTensorThatIsWrittenWhileItIsCopiedIsMarked() throws Exception {
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            for (int i = 0; i < 8; i++) { // nobody waits: they write to each other's
                tasks.task(ADD).noDep(a).submit();
            }
        };
        Supplier<Program> program = () -> program(graph, List.of(numbers("a", DType.FLOAT32, 512, 1024)));
        DumpedRun device = run(program, Plan.of(HBG, true, 2), "device");
        assertThat(device.result().isOk()).as(device.result().sentence()).isTrue();
        assertThat(device.sealed().verdict().kind())
                .as(device.sealed().verdict().line())
                .isEqualTo(Verdict.Kind.GAPS);
        assertThat(device.arguments().toString()).contains(ArgRemark.CHANGED.name());
    }

    @ParameterizedTest
    @EnumSource
    void aKernelThatNeverReturnsIsNamedAndNothingElseIsMissing(RuntimeKind runtime) throws Exception {
        Plan plan = Plan.of(runtime, true, 2).swimlane(1).endedAfter(SHORT);
        DumpedRun device = run("hang:kernel", List.of(), plan, "hung");
        assertThat(device.doctor().orElseThrow())
                .containsPattern("Task (r1)?t40 of kernel stuck on core")
                .contains("has not returned and is frozen");
        assertThat(device.sealed().verdict().gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.missingRecords()).isEqualTo(1));
    }

    @ParameterizedTest
    @CsvSource({"HBG, hang:kernel", "HBG, hang:stop", "TMR, hang:kernel", "TMR, hang:stop"})
    void whatATaskThatDidNotEndWasGivenIsThereAndWhatItGaveIsPartial(RuntimeKind runtime, String title)
            throws Exception {
        Plan plan = Plan.of(runtime, true, 2).swimlane(1).endedAfter(SHORT);
        DumpedRun device = run(title, List.of(), plan, "hung");
        assertThat(device.doctor().orElseThrow()).containsPattern("Task (r1)?t40 of kernel stuck on core");
        long task = TaskId.of(runtime == HBG ? 0 : 1, 40);
        String before = DumpedRun.key(task, ArgumentStage.BEFORE_DISPATCH, 0);
        String after = DumpedRun.key(task, ArgumentStage.AFTER_COMPLETION, 0);
        assertThat(device.arguments()).hasSize(2 * 41).containsKeys(before, after);
        assertThat(device.arguments().get(before).toString()).doesNotContain(ArgRemark.PARTIAL.name());
        assertThat(device.arguments().get(after).toString()).contains(ArgRemark.PARTIAL.name());
    }

    /** While other tasks are dumped for their schedulers; what it gave is taken by the host. */
    @Test
    void aTaskOfSeveralRunsThatDoesNotEndIsNamedAndItsOutputsArePartial() throws Exception {
        Orchestration graph = tasks -> {
            Tensor stuck = tasks.argument("stuck");
            Tensor large = tasks.argument("large");
            tasks.task(STICK).inout(stuck).blocks(3).submit();
            for (int i = 0; i < 4; i++) {
                tasks.task(ADD_BLOCK).inout(large).blocks(5).submit();
            }
        };
        Supplier<Program> program = () -> program(
                graph, List.of(numbers("stuck", DType.FLOAT32, 100), numbers("large", DType.FLOAT32, 300, 1025)));
        Plan plan = Plan.of(TMR, true, 2).swimlane(1).with(TIGHT).endedAfter(SHORT);
        DumpedRun device = run(program, plan, "device");
        assertThat(device.doctor().orElseThrow())
                .contains("Task t0 of kernel stick on core")
                .contains("block 1 of 3 (2 of its 3 kernel runs have ended)");
        long stick = TaskId.of(0, 0);
        String before = DumpedRun.key(stick, ArgumentStage.BEFORE_DISPATCH, 0);
        String after = DumpedRun.key(stick, ArgumentStage.AFTER_COMPLETION, 0);
        assertThat(device.arguments()).hasSize(2 * 5).containsKeys(before, after);
        assertThat(device.arguments().get(before).toString()).doesNotContain(ArgRemark.PARTIAL.name());
        assertThat(device.arguments().get(after).toString()).contains(ArgRemark.PARTIAL.name());
        assertThat(device.stages()).isEqualTo(1 + 2 * 4);
    }

    /** Of stages that are under way then, some of them larger than what holds them. */
    @Test
    void aRunThatFailsWhileTasksAreDumpedForSchedulersEnds() throws Exception {
        Orchestration graph = tasks -> {
            Tensor large = tasks.argument("large");
            Tensor small = tasks.argument("small");
            tasks.task(ADD_BLOCK).inout(large).blocks(5).submit();
            tasks.task(ADD_BLOCK).inout(small.slice(0, 0, 5)).blocks(5).submit();
            tasks.task(FAIL).in(small.slice(0, 5, 5)).submit();
        };
        Supplier<Program> program = () -> program(
                graph, List.of(numbers("large", DType.FLOAT32, 3000, 1025), numbers("small", DType.FLOAT32, 10)));
        Plan plan = Plan.of(TMR, true, 2).with(TIGHT).endedAfter(EmulatedPlan.PATIENCE);
        DumpedRun device = run(program, plan, "device");
        assertThat(device.result().sentence()).contains("fail").contains("failure 117");
    }

    /** Bytes of any kind; small whole numbers where they are floats. */
    private static HostTensor numbers(String name, DType type, int... shape) {
        TensorSpec spec = TensorSpec.of(type, shape);
        byte[] bytes = new byte[(int) spec.sizeBytes()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 % 127);
        }
        MemorySegment data = MemorySegment.ofArray(bytes);
        for (int i = 0; type == DType.FLOAT32 && i < bytes.length / 4; i++) {
            data.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i * 4L, i * 31 % 127 - 60);
        }
        return HostTensor.inout(name, spec, data);
    }

    private static Program program(Orchestration graph, List<HostTensor> tensors) {
        return new Program("steps", graph, tensors, List.of(ADD, ADD_BLOCK, LOOK, STICK, FAIL));
    }

    private static Program program(WorkloadCase prepared) {
        return new Program(prepared.title(), prepared.orchestration(), prepared.hostTensors(), prepared.kernels());
    }

    private DumpedRun run(String title, List<String> options, Plan plan, String name) throws Exception {
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(options, 1);
        return DumpedRun.of(
                plan,
                program(prepared),
                prepared.rings().orElse(RingSizes.defaults()),
                prepared.memoryBytes(),
                directory.resolve(name));
    }

    private DumpedRun run(Supplier<Program> program, Plan plan, String name) throws Exception {
        return DumpedRun.of(plan, program.get(), RingSizes.defaults(), 64 << 20, directory.resolve(name));
    }

    private static void theSame(DumpedRun device, DumpedRun host, RuntimeKind runtime) {
        for (DumpedRun run : List.of(device, host)) {
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            assertThat(run.sealed().verdict().kind())
                    .as(run.sealed().verdict().line())
                    .isEqualTo(Verdict.Kind.COMPLETE);
        }
        assertThat(device.result().notes()).isEmpty();
        if (runtime == HBG) {
            assertThat(host.result().notes())
                    .containsExactly("the graph was resolved on the host, not on the device: its code was"
                            + " made for runs that dump no arguments");
        }
        assertThat(device.arguments()).isNotEmpty();
        assertThat(device.arguments()).isEqualTo(host.arguments());
    }
}
