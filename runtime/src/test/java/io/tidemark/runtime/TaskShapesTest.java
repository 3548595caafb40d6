package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Platform;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.testkit.Seeds;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mixed tasks, blocks, dummies and predicates as a user sees them. */
@Timeout(120)
class TaskShapesTest {
    private static final TensorSpec CELL = TensorSpec.of(DType.INT64, 1);

    private static final Kernel SET = Kernel.aiv(0, "set", c -> c.memory().setLong(c.tensor(0), 0, c.scalarLong(0)));
    private static final Kernel ADD = Kernel.aiv(1, "add", c -> {
        long sum = c.memory().getLong(c.tensor(0), 0) + c.scalarLong(0);
        c.memory().setLong(c.tensor(0), 0, sum);
    });
    private static final Kernel MATRIX = Kernel.aic(2, "matrix", c -> {});

    @Test
    void aPredicateReadsItsElementWhenTheTaskIsReadyAndComparesSignedWhateverTheType() {
        List<DType> types =
                List.of(DType.INT8, DType.UINT8, DType.INT16, DType.UINT16, DType.INT32, DType.UINT32, DType.INT64);
        long[] out = new long[types.size() * Comparison.values().length * 3];
        long[] expected = new long[out.length];
        RunResult result = run(
                3,
                graph -> {
                    int at = 0;
                    for (DType type : types) {
                        Tensor gate = graph.task(SET)
                                .out(TensorSpec.of(type, 4))
                                .scalar(-2)
                                .submit()
                                .output(0);
                        for (Comparison comparison : Comparison.values()) {
                            for (long target = -3; target < 0; target++, at++) {
                                Tensor cell = graph.argument(0).slice(0, at, 1);
                                graph.task(SET)
                                        .inout(cell)
                                        .in(gate)
                                        .scalar(1)
                                        .onlyIf(gate, 0, comparison, target)
                                        .submit();
                                graph.task(ADD).inout(cell).scalar(10).submit();
                                expected[at] = comparison.holds(-2, target) ? 11 : 10;
                            }
                        }
                    }
                },
                HostTensor.inout("out", TensorSpec.of(DType.INT64, out.length), MemorySegment.ofArray(out)));
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(out).isEqualTo(expected);
        assertThat(result.skipped()).isEqualTo(types.size() * 9L);
        assertThat(result.subtasks() + result.skipped()).isEqualTo(result.completed());
    }

    @Test
    void aPredicateMakesNoDependencyOfItsOwn() {
        long[] out = new long[1];
        AtomicInteger mayGo = new AtomicInteger();
        Kernel slow = Kernel.aic(3, "slow", c -> {
            while (mayGo.get() == 0 && !c.stopRequested()) {
                Thread.onSpinWait();
            }
            c.memory().setLong(c.tensor(0), 0, 1);
        });
        Kernel first = Kernel.aiv(4, "first", c -> {
            c.memory().setLong(c.tensor(0), 0, 5);
            mayGo.set(1);
        });
        RunResult result = run(
                1,
                graph -> {
                    Tensor gate = graph.alloc(CELL.filledWith(0))[0];
                    graph.task(slow).inout(gate).submit();
                    graph.task(first)
                            .inout(graph.argument(0))
                            .onlyIf(gate, 0, Comparison.EQ, 0)
                            .submit();
                },
                HostTensor.inout("out", CELL, MemorySegment.ofArray(out)));
        assertThat(result.sentence()).as("it ran while the gate's writer did").contains("completed");
        assertThat(out).containsExactly(5);
    }

    @Test
    void mistakesInShapesEndTheRunWithOneSentence() {
        expectInvalid(graph -> graph.task(SET).blocks(0).submit(), "blocks=0");
        expectInvalid(graph -> graph.task(SET).blocks(65_536).submit(), "blocks=65536");
        expectInvalid(graph -> graph.dummy().blocks(2).submit(), "no kernel");
        expectInvalid(graph -> graph.task((MixedKernels) null).submit(), "its list of kernels is null");
        expectInvalid(
                graph -> graph.dummy()
                        .onlyIf(graph.alloc(CELL)[0], 0, Comparison.EQ, 0)
                        .submit(),
                "no kernel");
        expectInvalid(
                graph -> graph.task(SET)
                        .onlyIf(graph.alloc(TensorSpec.of(DType.FLOAT32, 1))[0], 0, Comparison.GT, 0)
                        .submit(),
                "FLOAT32");
        expectInvalid(
                graph -> graph.task(SET)
                        .onlyIf(graph.alloc(CELL)[0], 1, Comparison.EQ, 0)
                        .submit(),
                "element 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MixedKernels.of(MATRIX, null, null))
                .withMessageContaining("fewer than two");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MixedKernels.of(SET, SET, null))
                .withMessageContaining("aic=");
    }

    private static void expectInvalid(Orchestration orchestration, String part) {
        RunResult result = run(1, orchestration);
        assertThat(result.errorCode()).isEqualTo(ErrorCode.INVALID_ARGS.number());
        assertThat(result.sentence()).contains(part);
    }

    @Test
    void theMostBlocksThereCanBeRunOnceEach() {
        AtomicIntegerArray runs = new AtomicIntegerArray(65_535);
        Kernel count = Kernel.aiv(0, "count", c -> runs.incrementAndGet(c.blockIndex()));
        RunResult result = run(8, graph -> graph.task(count).blocks(65_535).submit());
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(result.subtasks()).isEqualTo(65_535);
        for (int block = 0; block < runs.length(); block++) {
            assertThat(runs.get(block)).isEqualTo(1);
        }
    }

    /** The kernels of a block wait for each other, so none may be kept from its turn. */
    @ParameterizedTest
    @CsvSource({"A2A3, 24, 2", "A2A3, 24, 4", "A5, 36, 2", "A5, 36, 5"})
    void kernelsThatWaitForEachOtherAllGetTheirTurnOnTwoCpus(Platform platform, int clusters, int threads) {
        int blocks = 3 * clusters;
        AtomicIntegerArray there = new AtomicIntegerArray(blocks);
        KernelBody meet = context -> {
            there.incrementAndGet(context.blockIndex());
            while (there.get(context.blockIndex()) < 3 && !context.stopRequested()) {
                Thread.onSpinWait();
            }
        };
        MixedKernels kernels =
                MixedKernels.of(Kernel.aic(0, "aic", meet), Kernel.aiv(1, "aiv0", meet), Kernel.aiv(2, "aiv1", meet));
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(platform)
                .clusters(clusters)
                .carriers(2)
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        graph.task(kernels).blocks(blocks).submit();
                        for (int i = 0; i < 500; i++) {
                            graph.task(i % 2 == 0 ? MATRIX : SET)
                                    .out(CELL)
                                    .scalar(i)
                                    .submit();
                        }
                    },
                    List.of(),
                    CallConfig.builder().aicpuThreads(threads).build());
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(result.subtasks()).isEqualTo(3L * blocks + 500);
        }
    }

    @Test
    void tokensOfEveryShapeRiseAlternateAndAreSentOnlyAfterTheOneBeforeWasReceived() {
        Seeds.each(20, seed -> {
            Random random = Seeds.random(seed);
            int clusters = 1 + random.nextInt(24);
            RuntimeConfig config = RuntimeConfig.builder()
                    .clusters(clusters)
                    .memoryBytes(1 << 20)
                    .build();
            CoreLedger ledger = new CoreLedger(3 * clusters);
            RandomProgram program = RandomProgram.ofAllShapes(seed, 200, 40);
            VirtualClock clock = new VirtualClock(config.platform().clockHz());
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        program,
                        program.hostTensors(),
                        CallConfig.builder().aicpuThreads(2 + random.nextInt(3)).build(),
                        RunSetup.unrecorded(clock, new SeededStepper(seed, clock))
                                .withProbes(ledger::coreProbe, s -> ledger, null));
                assertThat(result.sentence()).isEqualTo("The run completed.");
            }
            assertThat(program.wrongs()).isEmpty();
            assertThat(ledger.wrongs).isEmpty();
            int rows = 0;
            for (int core = 0; core < 3 * clusters; core++) {
                assertThat(ledger.completed.get(core))
                        .isEqualTo(ledger.dispatched.get(core))
                        .isEqualTo(ledger.committed.get(core))
                        .doesNotHaveDuplicates();
                rows += ledger.completed.get(core).size();
            }
            assertThat(rows).as("one row per kernel run").isEqualTo(program.expectedRuns());
        });
    }

    /** Says no to three questions of four, and counts what was let through. */
    private static final class Reluctant extends QuietProbe {
        private final Random random;
        private final List<Long> dispatched;
        private final List<Long> completed;
        private final List<Long> retired;

        Reluctant(long seed, List<Long> dispatched, List<Long> completed, List<Long> retired) {
            this.random = new Random(seed);
            this.dispatched = dispatched;
            this.completed = completed;
            this.retired = retired;
        }

        private boolean answer(List<Long> yes, TaskSlot task) {
            boolean agrees = random.nextInt(4) == 0;
            if (agrees) {
                yes.add(task.taskId());
            }
            return agrees;
        }

        @Override
        public boolean mayDispatch(TaskSlot task) {
            return answer(dispatched, task);
        }

        @Override
        public boolean mayComplete(TaskSlot task) {
            return answer(completed, task);
        }

        @Override
        public void retired(TaskSlot task) {
            retired.add(task.taskId());
        }
    }

    @Test
    void aTaskOfManyRunsIsLetGoOnceBeforeTheFirstAndOnceAfterTheLastHoweverOftenItIsHeld() {
        Seeds.each(20, seed -> {
            RuntimeConfig config = RuntimeConfig.builder()
                    .clusters(1 + (int) (seed & 3))
                    .memoryBytes(1 << 20)
                    .build();
            RandomProgram program = RandomProgram.ofAllShapes(seed, 150, 30);
            VirtualClock clock = new VirtualClock(config.platform().clockHz());
            List<Long> dispatched = new ArrayList<>();
            List<Long> completed = new ArrayList<>();
            List<Long> retired = new ArrayList<>();
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        program,
                        program.hostTensors(),
                        CallConfig.defaults(),
                        RunSetup.unrecorded(clock, new SeededStepper(seed, clock))
                                .withProbes(
                                        core -> null,
                                        s -> new Reluctant(seed + s, dispatched, completed, retired),
                                        null));
                assertThat(result.sentence()).isEqualTo("The run completed.");
                assertThat(retired)
                        .hasSize((int) (result.dummies() + result.skipped()))
                        .doesNotHaveDuplicates();
            }
            assertThat(program.wrongs()).isEmpty();
            assertThat(dispatched).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(completed);
            assertThat(dispatched).hasSize(program.submitted() - retired.size());
        });
    }

    private static RunResult run(int clusters, Orchestration orchestration, HostTensor... tensors) {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(clusters).memoryBytes(1 << 20).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            return worker.run(orchestration, List.of(tensors));
        }
    }
}
