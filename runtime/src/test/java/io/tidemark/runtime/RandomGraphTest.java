package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.abi.TaskId;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random graphs against sequential execution: same values, each task once, after its producers,
 * everything reclaimed.
 */
class RandomGraphTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @Test
    void anyGraphOnAnyChipGivesTheSequentialResult() {
        Seeds.each(40, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                for (int round = 0; round < 3; round++) {
                    int window = 16 << random.nextInt(4);
                    RandomProgram program = new RandomProgram(seed + round, 250, window / 4);
                    CallConfig call = tinyRings(random, window, config.platform());
                    RunResult result = worker.run(program, program.hostTensors(), call);
                    check(program, result, worker.table());
                }
            }
        });
    }

    @Test
    void lanesThatChangeHandsUnderLongKernelsGiveTheSequentialResult() {
        Seeds.each(10, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                RandomProgram program = new RandomProgram(seed, 300, 16, 500);
                CallConfig call = tinyRings(random, 64, config.platform());
                RunResult result = worker.run(program, program.hostTensors(), call);
                check(program, result, worker.table());
            }
        });
    }

    @Test
    void serialModeAndDefaultRingsChangeNothing() {
        Seeds.each(6, seed -> {
            RuntimeConfig config = RuntimeConfig.builder()
                    .clusters(8)
                    .memoryBytes(1 << 20)
                    .serial(true)
                    .build();
            try (ChipWorker worker = ChipWorker.open(config)) {
                RandomProgram program = new RandomProgram(seed, 400, 40);
                RunResult result = worker.run(program, program.hostTensors());
                check(program, result, worker.table());
            }
        });
    }

    @Test
    void aWholeA5WithOneSchedulerOwnsMoreCoresThanALongHasBits() {
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(Platform.A5)
                .clusters(36)
                .memoryBytes(1 << 20)
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            for (int threads = 2; threads <= 5; threads++) {
                RandomProgram program = new RandomProgram(threads, 1500, 60);
                CallConfig call = CallConfig.builder().aicpuThreads(threads).build();
                RunResult result = worker.run(program, program.hostTensors(), call);
                check(program, result, worker.table());
            }
        }
    }

    @Test
    void anyInterleavingGivesTheSequentialResult() {
        Seeds.each(100, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                int window = 16 << random.nextInt(3);
                RandomProgram program = new RandomProgram(seed, 300, window / 4);
                CallConfig call = tinyRings(random, window, config.platform());
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                RunResult result = worker.run(
                        program,
                        program.hostTensors(),
                        call,
                        RunSetup.unrecorded(clock, new SeededStepper(seed, clock)));
                check(program, result, worker.table());
            }
        });
    }

    @Test
    void anyInterleavingOfAllShapesGivesTheSequentialResult() {
        Seeds.each(150, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                int window = 16 << random.nextInt(3);
                RandomProgram program = RandomProgram.ofAllShapes(seed, 200, window / 4);
                CallConfig call = tinyRings(random, window, config.platform());
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                RunSetup setup = RunSetup.unrecorded(clock, new SeededStepper(seed, clock));
                RunResult result = worker.run(
                        program, program.hostTensors(), call, random.nextInt(4) == 0 ? setup.withSingleIssue() : setup);
                check(program, result, worker.table());
            }
        });
    }

    @Test
    void allShapesOnAnyChipGiveTheSequentialResult() {
        Seeds.each(30, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = ChipWorker.open(config)) {
                for (int round = 0; round < 3; round++) {
                    int window = 16 << random.nextInt(4);
                    RandomProgram program = RandomProgram.ofAllShapes(seed + round, 250, window / 4);
                    CallConfig call = tinyRings(random, window, config.platform());
                    RunResult result = worker.run(program, program.hostTensors(), call);
                    check(program, result, worker.table());
                }
            }
        });
    }

    @Test
    void anyInterleavingOfCohortsGatesAndConditionsGivesTheSequentialResult() {
        AtomicLong drains = new AtomicLong();
        AtomicLong local = new AtomicLong();
        AtomicLong staged = new AtomicLong();
        Seeds.each(200, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = worker(config, random)) {
                int window = 16 << random.nextInt(3);
                FakeEngine engine = new FakeEngine(random.nextInt(60));
                RandomProgram program = RandomProgram.ofEverything(seed, 200, window / 4, 0, engine);
                CallConfig call = tinyRings(random, window, config.platform());
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                RunSetup setup = RunSetup.unrecorded(clock, new SeededStepper(seed, clock))
                        .withProbes(core -> null, number -> engine, null);
                boolean single = random.nextInt(4) == 0;
                RunResult result =
                        worker.run(program, program.hostTensors(), call, single ? setup.withSingleIssue() : setup);
                check(program, result, worker.table());
                if (single) {
                    assertThat(result.stagedBlocks()).isZero();
                }
                drains.addAndGet(result.drains());
                local.addAndGet(result.localLaunches());
                staged.addAndGet(result.stagedBlocks());
            }
        });
        if (Seeds.areAllFixed()) {
            assertThat(drains.get()).as("drains").isGreaterThan(100);
            assertThat(local.get()).as("local launches").isGreaterThan(100);
            assertThat(staged.get()).as("staged blocks").isGreaterThan(100);
        }
    }

    @Test
    void cohortsGatesAndConditionsOnAnyChipGiveTheSequentialResult() {
        Seeds.each(30, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = randomConfig(random);
            try (ChipWorker worker = worker(config, random)) {
                for (int round = 0; round < 3; round++) {
                    int window = 16 << random.nextInt(4);
                    FakeEngine engine = new FakeEngine(random.nextInt(60));
                    RandomProgram program =
                            RandomProgram.ofEverything(seed + round, 250, window / 4, round * 40, engine);
                    CallConfig call = tinyRings(random, window, config.platform());
                    RunSetup setup = RunSetup.standard(config).withProbes(core -> null, number -> engine, null);
                    RunResult result = worker.run(program, program.hostTensors(), call, setup);
                    check(program, result, worker.table());
                }
            }
        });
    }

    @Test
    void equalSeedsGiveEqualInterleavings() {
        long[] steps = new long[2];
        double[] micros = new double[2];
        for (int i = 0; i < 2; i++) {
            RuntimeConfig config = RuntimeConfig.builder().clusters(3).build();
            try (ChipWorker worker = ChipWorker.open(config)) {
                RandomProgram program = new RandomProgram(7, 120, 10);
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                SeededStepper stepper = new SeededStepper(99, clock);
                RunResult result = worker.run(
                        program, program.hostTensors(), CallConfig.defaults(), RunSetup.unrecorded(clock, stepper));
                check(program, result, worker.table());
                steps[i] = stepper.steps();
                micros[i] = result.wallMicros();
            }
        }
        assertThat(steps[0]).isEqualTo(steps[1]);
        assertThat(micros[0]).isEqualTo(micros[1]);
    }

    @Test
    void equalSeedsGiveEqualDrainsAndDoorbells() {
        String[] seen = new String[2];
        for (int i = 0; i < 2; i++) {
            RuntimeConfig config =
                    RuntimeConfig.builder().clusters(9).memoryBytes(1 << 20).build();
            try (ChipWorker worker = ChipWorker.open(config)) {
                FakeEngine engine = new FakeEngine(20);
                RandomProgram program = RandomProgram.ofEverything(31, 200, 16, 0, engine);
                VirtualClock clock = new VirtualClock(config.platform().clockHz());
                SeededStepper stepper = new SeededStepper(31, clock);
                RunResult result = worker.run(
                        program,
                        program.hostTensors(),
                        CallConfig.defaults(),
                        RunSetup.unrecorded(clock, stepper).withProbes(core -> null, number -> engine, null));
                check(program, result, worker.table());
                assertThat(result.drains()).isPositive();
                assertThat(result.stagedBlocks()).isPositive();
                seen[i] = stepper.steps() + " " + result.schedulers() + " " + result.timings();
            }
        }
        assertThat(seen[0]).isEqualTo(seen[1]);
    }

    /** With a chip whose cores open gates or without. */
    private static ChipWorker worker(RuntimeConfig config, Random random) {
        return random.nextBoolean() ? GateOpeningChip.worker(config) : ChipWorker.open(config);
    }

    private static RuntimeConfig randomConfig(Random random) {
        Platform platform = random.nextBoolean() ? Platform.A2A3 : Platform.A5;
        return RuntimeConfig.builder()
                .platform(platform)
                .clusters(1 + random.nextInt(platform.maxClusters()))
                .carriers(1 + random.nextInt(3))
                .memoryBytes(1 << 20)
                .allocatorTimeout(Duration.ofSeconds(20)) // a starved scheduler is no deadlock
                .schedulerTimeout(Duration.ofSeconds(40))
                .build();
    }

    /**
     * Heaps hold twice what scopes hold, because of the gap at a wrap, and less than a window may
     * make: memory is what runs out, and is used again as soon as it may.
     */
    private static CallConfig tinyRings(Random random, int window, Platform platform) {
        long heap = 200L * window + 768;
        return CallConfig.builder()
                .aicpuThreads(2 + random.nextInt(platform.maxAicpuThreads() - 1))
                .taskWindow(window, window, window, 4L * window)
                .heapBytes(heap, heap, heap, 3 * heap)
                .dependencyPool(512L * window)
                .build();
    }

    private static void check(RandomProgram program, RunResult result, TaskTable table) {
        assertThat(result.sentence()).isEqualTo("The run completed.");
        assertThat(program.wrongs()).isEmpty();
        assertThat(program.kernelRuns()).isEqualTo(program.expectedRuns());
        assertThat(result.subtasks()).isEqualTo(program.expectedRuns());
        assertThat(result.completed()).isEqualTo(result.submitted());
        assertThat(result.submitted()).isEqualTo(program.submitted() + result.allocated());
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskRing tasks = table.ring(ring);
            tasks.advance();
            assertThat((long) tasks.lastTaskAliveAcquire())
                    .as("every pin of ring %d was given back", ring)
                    .isEqualTo(tasks.submittedAcquire());
        }
    }
}
