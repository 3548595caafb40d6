package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.stall.StuckTask;
import io.tidemark.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Blocks that start together, in whole runs. */
class CohortRunTest extends FailingRun {
    private static final Kernel MATRIX = Kernel.aic(4, "MATRIX", context -> {});

    @Test
    void aCohortThatFitsOnOneSchedulerDoesNotStopTheOthers() {
        Seeds.each(20, seed -> {
            RunResult result = runSeeded(
                    seed,
                    6,
                    4, // three schedulers with two clusters each
                    graph -> graph.task(NOOP).blocks(4).syncStart().submit());
            assertThat(result.localLaunches()).isEqualTo(1);
            assertThat(result.drains()).isZero();
        });
    }

    @Test
    void aCohortLargerThanASchedulersCoresIsGatheredFromAll() {
        Seeds.each(20, seed -> {
            RunResult result = runSeeded(seed, 6, 4, graph -> {
                for (int i = 0; i < 5; i++) {
                    graph.task(NOOP).blocks(12).syncStart().submit();
                    graph.task(MATRIX).blocks(3).syncStart().submit();
                    graph.task(MATRIX).blocks(9).submit();
                }
            });
            assertThat(result.drains() + result.localLaunches()).isEqualTo(10);
            assertThat(result.drains()).isGreaterThanOrEqualTo(5);
            assertThat(result.subtasks()).isEqualTo(5 * (12 + 3 + 9));
        });
    }

    @Test
    void aSingleBlockNeedsNoCohort() {
        RunResult result = runSeeded(
                1, 2, 3, graph -> graph.task(NOOP).blocks(1).syncStart().submit());
        assertThat(result.localLaunches() + result.drains()).isZero();
        assertThat(result.subtasks()).isEqualTo(1);
    }

    @Test
    void blocksOfACohortMayWaitForEachOther() {
        int blocks = 16;
        AtomicInteger arrived = new AtomicInteger();
        Kernel barrier = Kernel.aiv(5, "BARRIER", context -> {
            for (int phase = 1; phase <= 3; phase++) {
                arrived.incrementAndGet();
                while (arrived.get() < phase * context.blockCount() && !context.stopRequested()) {
                    Thread.onSpinWait();
                }
            }
        });
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(8)
                .carriers(2)
                .memoryBytes(1 << 20)
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            for (int round = 0; round < 5; round++) {
                arrived.set(0);
                RunResult result = worker.run(
                        graph -> {
                            graph.task(NOOP).blocks(40).submit();
                            graph.task(barrier).blocks(blocks).syncStart().submit();
                            graph.task(NOOP).blocks(40).submit();
                        },
                        List.of());
                assertThat(result.sentence()).isEqualTo("The run completed.");
                assertThat(arrived).hasValue(3 * blocks);
            }
        }
    }

    @Test
    void moreBlocksThanTheChipHasPlacesIsCode7() {
        RunResult vector = run(
                CallConfig.defaults(),
                graph -> graph.task(NOOP).blocks(1000).syncStart().submit());
        expect(vector, ErrorCode.REQUIRE_SYNC_START_INVALID, "1000 blocks of");
        assertThat(vector.sentence())
                .contains("the chip has 4 vector cores")
                .contains(ErrorCode.REQUIRE_SYNC_START_INVALID.hint());
        RunResult mixed = run(
                CallConfig.defaults(),
                graph -> graph.task(MixedKernels.of(MATRIX, NOOP, null))
                        .blocks(3)
                        .syncStart()
                        .submit());
        expect(mixed, ErrorCode.REQUIRE_SYNC_START_INVALID, "the chip has 2 clusters");
        RunResult whole = run(CallConfig.defaults(), graph -> {
            graph.task(NOOP).blocks(4).syncStart().submit();
            graph.task(MATRIX).blocks(2).syncStart().submit();
        });
        assertThat(whole.sentence()).isEqualTo("The run completed.");
    }

    @Test
    void aRunThatFailsInTheMiddleOfADrainEndsAtOnce() {
        AtomicBoolean started = new AtomicBoolean();
        Kernel hold = Kernel.aiv(6, "HOLD", context -> {
            started.set(true);
            while (!context.stopRequested()) {
                Thread.onSpinWait();
            }
        });
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(2)
                .memoryBytes(1 << 20)
                .schedulerTimeout(Duration.ofSeconds(60))
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            long begin = System.nanoTime();
            RunResult result = worker.run(
                    graph -> {
                        graph.task(hold).submit();
                        while (!started.get()) {
                            Thread.onSpinWait();
                        }
                        graph.task(NOOP).blocks(4).syncStart().submit();
                        graph.fail(77, "enough");
                    },
                    List.of());
            assertThat(result.errorCode()).isEqualTo(77);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void aCohortThatNeverFitsIsSeenByTheWatchdogAndWaitsForWhoHasItsCore() {
        AtomicBoolean started = new AtomicBoolean();
        Kernel hold = Kernel.aic(6, "HOLD", context -> {
            started.set(true);
            SPIN.body().run(context);
        });
        try (ChipWorker worker = ChipWorker.open(CONFIG)) {
            RunResult result = worker.run(
                    graph -> {
                        graph.task(hold).submit();
                        while (!started.get()) {
                            Thread.onSpinWait();
                        }
                        graph.task(MATRIX).blocks(2).syncStart().submit();
                        graph.task(NOOP).blocks(4).syncStart().submit(); // held or queued
                    },
                    List.of());
            expect(result, ErrorCode.SCHEDULER_TIMEOUT, "of kernel HOLD");
            List<StuckTask> tasks = worker.lastHang().orElseThrow().tasks();
            assertThat(tasks)
                    .extracting(StuckTask::state)
                    .startsWith(StuckState.RUNNING)
                    .contains(StuckState.COHORT);
            StuckTask cohort =
                    tasks.stream().filter(t -> t.blocks() == 2).findFirst().orElseThrow();
            assertThat(cohort.state()).isEqualTo(StuckState.COHORT);
            assertThat(cohort.waitsFor()).containsExactly(tasks.getFirst().taskId());
        }
    }

    private static RunResult runSeeded(long seed, int clusters, int threads, Orchestration orchestration) {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(clusters).memoryBytes(1 << 20).build();
        VirtualClock clock = new VirtualClock(config.platform().clockHz());
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    orchestration,
                    List.of(),
                    CallConfig.builder().aicpuThreads(threads).build(),
                    RunSetup.unrecorded(clock, new SeededStepper(seed, clock)));
            assertThat(result.sentence()).isEqualTo("The run completed.");
            return result;
        }
    }
}
