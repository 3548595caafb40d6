package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random graphs built on the host against sequential execution: same values, each task once, after
 * its producers, whatever the chip, and the same as while submitting.
 */
class HostGraphRunTest {
    private static final int TASKS = 200; // few enough that no task has more than 128 producers

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @Test
    void anyGraphOnAnyChipGivesTheSequentialResultRoundAfterRound() {
        Seeds.each(30, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                for (int round = 0; round < 3; round++) {
                    FakeEngine engine = new FakeEngine(random.nextInt(60));
                    RandomProgram program = RandomProgram.ofEverything(seed + round, TASKS, 20, round * 40, engine);
                    RunSetup setup = RunSetup.standard(config).withProbes(core -> null, number -> engine, null);
                    CallConfig call = threads(random, config.platform());
                    check(program, worker.run(program, program.hostTensors(), call, setup));
                }
            }
        });
    }

    @Test
    void anyInterleavingGivesTheSequentialResult() {
        Seeds.each(60, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                FakeEngine engine = new FakeEngine(random.nextInt(60));
                RandomProgram program = RandomProgram.ofEverything(seed, TASKS, 20, 0, engine);
                CallConfig call = threads(random, config.platform());
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                RunSetup setup = RunSetup.unrecorded(clock, new SeededStepper(seed, clock))
                        .withProbes(core -> null, number -> engine, null);
                RunResult result = worker.run(program, program.hostTensors(), call, setup);
                check(program, result);
                assertThat(result.stagedBlocks()).as("nothing is staged early").isZero();
            }
        });
    }

    @Test
    void longKernelsThatMakeLanesChangeHandsGiveTheSequentialResult() {
        Seeds.each(6, seed -> {
            RuntimeConfig config = randomConfig(Seeds.random(seed));
            try (ChipWorker worker = ChipWorker.open(config)) {
                RandomProgram program = new RandomProgram(seed, TASKS, 16, 500);
                check(program, worker.run(program, program.hostTensors()));
            }
        });
    }

    @Test
    void nothingStartsBeforeTheOrchestrationHasEnded() {
        boolean[] ended = new boolean[1];
        List<String> early = Collections.synchronizedList(new ArrayList<>());
        Kernel look = Kernel.aiv(0, "LOOK", c -> {
            if (!ended[0]) {
                early.add("task " + c.taskId());
            }
        });
        RuntimeConfig config = RuntimeConfig.builder()
                .runtime(RuntimeKind.HBG)
                .clusters(2)
                .memoryBytes(1 << 20)
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 500; i++) {
                            graph.task(look).submit();
                        }
                        long end = System.nanoTime() + 2_000_000;
                        while (System.nanoTime() < end) {
                            Thread.onSpinWait();
                        }
                        ended[0] = true;
                    },
                    List.of());
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(result.completed()).isEqualTo(500);
            assertThat(result.schedulers()).hasSize(4);
            assertThat(result.schedulers().getLast().dispatched())
                    .as("the last thread owns no cores")
                    .isZero();
        }
        assertThat(early).isEmpty();
    }

    @Test
    void aGraphWithoutTasksAndOneOfAllocationsOnlyAreDone() {
        for (int threads = 2; threads <= 4; threads++) {
            RuntimeConfig config =
                    RuntimeConfig.builder().runtime(RuntimeKind.HBG).build();
            CallConfig call = CallConfig.builder().aicpuThreads(threads).build();
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult empty = worker.run(graph -> {}, List.of(), call);
                assertThat(empty.sentence()).isEqualTo("The run completed.");
                RunResult allocated = worker.run(graph -> graph.alloc(FailingRun.SMALL), List.of(), call);
                assertThat(allocated.sentence()).isEqualTo("The run completed.");
                assertThat(allocated.completed()).isEqualTo(1);
            }
        }
    }

    private static RuntimeConfig randomConfig(Random random) {
        Platform platform = random.nextBoolean() ? Platform.A2A3 : Platform.A5;
        return RuntimeConfig.builder()
                .runtime(RuntimeKind.HBG)
                .platform(platform)
                .clusters(1 + random.nextInt(platform.maxClusters()))
                .carriers(1 + random.nextInt(3))
                .memoryBytes(1 << 20)
                .build();
    }

    private static CallConfig threads(Random random, Platform platform) {
        return CallConfig.builder()
                .aicpuThreads(2 + random.nextInt(platform.maxAicpuThreads() - 1))
                .taskWindow(1024)
                .heapBytes(1 << 20)
                .build();
    }

    private static void check(RandomProgram program, RunResult result) {
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(program.wrongs()).isEmpty();
        assertThat(program.kernelRuns()).isEqualTo(program.expectedRuns());
        assertThat(result.subtasks()).isEqualTo(program.expectedRuns());
        assertThat(result.completed()).isEqualTo(result.submitted());
        assertThat(result.submitted()).isEqualTo(program.submitted() + result.allocated());
    }
}
