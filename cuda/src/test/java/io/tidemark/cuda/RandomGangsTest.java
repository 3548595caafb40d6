package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.testkit.FileTree;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random graphs of plain tasks, MIX tasks, cohorts of every kind of core, and predicates, resolved
 * by the blocks. The kernel runs of a gang wait for each other, so a gang whose cores are not all
 * there stands still; each kernel run looks whether its producers are complete. What every task
 * must leave behind is worked out beside it.
 */
class RandomGangsTest {
    private static final int TASKS = 150;
    private static final int CLUSTERS = 4;
    private static final int MOST_PRODUCERS = 4;
    private static final int MOST_BLOCKS = 6; // of a task that is no cohort
    private static final int MEETINGS = 8; // of a task, at most
    private static final int BLOCKS_APART = 1 << 31; // those of each block meet
    private static final int ROUNDS = 4; // on one device, the last one recorded
    private static final String SOURCE = """
            /* Tensors: runs of each task, meetings. Scalars: task, meeting, who meets there, then producers and their runs. */
            TM_KERNEL void step(tm_task &task) {
                if (tm_lane() != 0) {
                    return;
                }
                tm_u32 *runs = tm_dense<tm_u32>(task, 0);
                for (tm_u32 i = 3; i + 1 < task.arguments.scalar_count; i += 2) {
                    tm_u32 producer = (tm_u32)tm_scalar_bits(task, i);
                    if (tm_peek32(runs + producer) != (tm_u32)tm_scalar_bits(task, i + 1)) {
                        tm_fail(task, 100, producer);
                    }
                }
                tm_u32 all = (tm_u32)tm_scalar_bits(task, 2);
                if (all != 0) {
                    bool is_mix = (all & 0x80000000u) != 0; /* the runs of each block meet */
                    tm_u32 *meeting = tm_dense<tm_u32>(task, 1) + tm_scalar_bits(task, 1) + (is_mix ? task.payload.block_index : 0);
                    tm_add32(meeting, 1);
                    for (tm_u32 attempt = 0; tm_peek32(meeting) < (all & 0x7FFFFFFFu); attempt++) {
                        if (tm_stop(task)) {
                            return;
                        }
                        tm_pause(attempt);
                    }
                }
                tm_add32(runs + tm_scalar_bits(task, 0), 1);
            }
            """;
    private static final Kernel CUBE = kernel(Kernel.aic(0, "cube", _ -> {}));
    private static final Kernel VECTOR = kernel(Kernel.aiv(1, "vector", _ -> {}));
    private static final Kernel SECOND = kernel(Kernel.aiv(2, "second", _ -> {}));
    private static final List<Kernel> KERNELS = List.of(CUBE, VECTOR, SECOND);
    private static final List<MixedKernels> MIXES = List.of(
            MixedKernels.of(CUBE, VECTOR, SECOND),
            MixedKernels.of(CUBE, VECTOR, null),
            MixedKernels.of(CUBE, null, SECOND),
            MixedKernels.of(null, VECTOR, SECOND));

    @TempDir
    Path directory;

    private static Kernel kernel(Kernel kernel) {
        return kernel.onDevice(new DeviceCode("gangs.cuh", SOURCE, "step"));
    }

    /** One task of a graph, and how often its kernels run. */
    private record Step(
            MixedKernels mix,
            Kernel kernel,
            int blocks,
            boolean isCohort,
            List<Integer> producers,
            boolean asks, // how often its first producer ran
            Comparison comparison,
            int target,
            int kernels, // of each block
            int runs) {}

    @ParameterizedTest
    @CsvSource({"1, false, 1, 3", "4, false, 1, 3", "4, true, 1, 3", "4, true, 64, 2", "1, false, 256, 1"})
    void everyTaskRunsAsOftenAsItMustBehindItsProducers(int level, boolean dumps, int lanes, int graphs)
            throws Exception {
        EmulatedPlan.requireCompiler();
        DfxFlags swimlane = DfxFlags.ofSwimlaneLevel(level).with(DfxFeature.DEP_GEN);
        DfxFlags flags = dumps ? swimlane.with(DfxFeature.DUMP_ARGS_ENABLE) : swimlane;
        Seeds.each(graphs, seed -> check(Seeds.random(seed), flags, lanes));
    }

    private void check(Random random, DfxFlags flags, int lanes) {
        EmulatedPlan plan = new EmulatedPlan("gangs", KERNELS)
                .runtime(RuntimeKind.HBG)
                .records(flags)
                .lanes(lanes);
        try (Recorder recorder = plan.open(directory.resolve("capture"))) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Step> steps = steps(random);
                int[] runs = new int[TASKS];
                Program program = program(steps, runs);
                RunResult result = round == ROUNDS - 1 ? recorder.record(program) : recorder.run(program);
                assertThat(result.sentence()).isEqualTo("The run completed.");
                assertThat(result.notes()).isEmpty();
                assertThat(runs).isEqualTo(steps.stream().mapToInt(Step::runs).toArray());
                assertThat(result.skipped())
                        .isEqualTo(
                                steps.stream().filter(step -> step.runs() == 0).count());
            }
            // other tasks write to the same tensors while they are copied; nothing else is amiss
            assertThat(recorder.seal().verdict().gaps())
                    .allSatisfy(gap -> assertThat(gap.cause()).contains("payload changed"));
            FileTree.delete(directory.resolve("capture"));
        } catch (IOException | PlatformRefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Program program(List<Step> steps, int[] runs) {
        return new Program(
                "gangs",
                graph -> submit(graph, steps),
                List.of(tensor("runs", runs), tensor("meetings", new int[TASKS * MEETINGS])),
                KERNELS);
    }

    private static HostTensor tensor(String name, int[] words) {
        return HostTensor.inout(name, TensorSpec.of(DType.INT32, words.length), words);
    }

    private static List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
            steps.add(step(random, steps));
        }
        return steps;
    }

    /** The next one behind these. */
    private static Step step(Random random, List<Step> before) {
        List<Integer> producers = new ArrayList<>();
        for (int i = random.nextInt(MOST_PRODUCERS + 1); i > 0 && !before.isEmpty(); i--) {
            int producer = before.size() - 1 - random.nextInt(Math.min(before.size(), 12));
            if (!producers.contains(producer)) {
                producers.add(producer);
            }
        }
        boolean asks = !producers.isEmpty() && random.nextInt(3) == 0;
        Comparison comparison = Comparison.values()[random.nextInt(6)];
        int target = random.nextInt(4);
        boolean holds =
                !asks || comparison.holds(before.get(producers.getFirst()).runs(), target);
        MixedKernels mix = random.nextInt(3) == 0 ? MIXES.get(random.nextInt(4)) : null;
        Kernel kernel = random.nextBoolean() ? CUBE : VECTOR;
        boolean isCohort = random.nextInt(4) == 0;
        int places = mix == null && kernel == VECTOR ? 2 * CLUSTERS : CLUSTERS;
        int blocks = 1 + random.nextInt(isCohort ? places : MOST_BLOCKS);
        int kernels = mix == null ? 1 : Integer.bitCount(mix.coreMask());
        int runs = holds ? blocks * kernels : 0;
        return new Step(mix, kernel, blocks, isCohort, producers, asks, comparison, target, kernels, runs);
    }

    /** How many kernel runs meet; of a MIX task those of each block. */
    private static int meets(Step step) {
        if (step.isCohort()) {
            return step.blocks() * step.kernels();
        }
        return step.mix() == null ? 0 : step.kernels() | BLOCKS_APART;
    }

    private static void submit(TaskGraph graph, List<Step> steps) {
        Tensor runs = graph.argument("runs");
        Tensor meetings = graph.argument("meetings");
        long[] ids = new long[TASKS];
        try (Scope _ = graph.manualScope()) {
            for (int task = 0; task < TASKS; task++) {
                Step step = steps.get(task);
                TaskBuilder builder = step.mix() == null ? graph.task(step.kernel()) : graph.task(step.mix());
                builder.inout(runs)
                        .inout(meetings)
                        .scalar(task)
                        .scalar((long) task * MEETINGS)
                        .scalar(meets(step));
                for (int producer : step.producers()) {
                    builder.after(ids[producer])
                            .scalar(producer)
                            .scalar(steps.get(producer).runs());
                }
                if (step.asks()) {
                    int asked = step.producers().getFirst();
                    builder.onlyIf(runs, asked, step.comparison(), step.target());
                }
                if (step.isCohort()) {
                    builder.syncStart();
                }
                ids[task] = builder.blocks(step.blocks()).submit().id();
            }
        }
    }
}
