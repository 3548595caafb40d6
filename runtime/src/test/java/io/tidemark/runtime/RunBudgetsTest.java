package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each of the three time limits ends the run that the others let go on. */
@Timeout(120)
class RunBudgetsTest extends FailingRun {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** A host that never makes room, as far as the schedulers can see. */
    private static final class NoRoom extends QuietProbe {
        @Override
        public boolean hasRoom() {
            return false;
        }

        @Override
        public boolean flush() {
            return false;
        }
    }

    private static RuntimeConfig.Builder config() {
        return RuntimeConfig.builder()
                .clusters(1)
                .memoryBytes(1 << 20)
                .schedulerTimeout(LONG)
                .opTimeout(LONG)
                .streamTimeout(LONG);
    }

    @Test
    void aKernelThatOverrunsIsEndedAlthoughOthersGoOn() {
        RuntimeConfig config = config().opTimeout(Duration.ofMillis(600)).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        graph.task(SPIN).submit();
                        while (!graph.hasFailed()) { // progress for ever
                            try (Scope _ = graph.scope()) {
                                graph.task(NOOP).submit();
                                graph.task(NOOP).submit();
                            }
                        }
                    },
                    List.of());
            expect(result, ErrorCode.OP_TIMEOUT, "task (0, 0) of kernel SPIN has been on core 0");
            assertThat(result.stall().detail()).isEqualTo(StallDetail.RUNNING_STALLED);
            assertThat(result.stall().stuckTaskId()).isEqualTo(TaskId.of(0, 0));
            assertThat(result.stall().stuckCore()).isZero();
            assertThat(result.completed()).isPositive();
            assertThat(worker.lastHang()
                            .orElseThrow()
                            .tasks()
                            .getFirst()
                            .progress()
                            .name())
                    .isEqualTo("RETURNED");
        }
    }

    @Test
    void aRunThatWaitsForItsHostForEverIsEndedByTheStreamsLimit() {
        RuntimeConfig config = config().schedulerTimeout(Duration.ofMillis(50))
                .streamTimeout(Duration.ofMillis(1_500))
                .exitJoinTimeout(Duration.ofMillis(500))
                .allocatorTimeout(Duration.ofMillis(30))
                .build();
        RunSetup held = RunSetup.standard(config).withProbes(core -> null, number -> new NoRoom(), null);
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 8 && !graph.hasFailed(); i++) {
                            try (Scope _ = graph.scope()) {
                                graph.task(NOOP).submit();
                            }
                        }
                    },
                    List.of(),
                    CallConfig.builder().taskWindow(4).build(),
                    held);
            expect(result, ErrorCode.STREAM_TIMEOUT, "nothing happened for 1500 ms");
            assertThat(result.stall().total()).isEqualTo(3);
        }
    }

    @Test
    void userCodeThatWasWaitedForIsNotWaitedForAgain() {
        CountDownLatch release = new CountDownLatch(1);
        Kernel deaf = Kernel.aic(6, "DEAF", context -> awaitDeaf(release));
        RuntimeConfig config = config().schedulerTimeout(Duration.ofMillis(800))
                .exitJoinTimeout(LONG)
                .build();
        ChipWorker worker = ChipWorker.open(config);
        long begin = System.nanoTime();
        RunResult result = worker.run(graph -> graph.task(deaf).submit(), List.of());
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONG);
        expect(result, ErrorCode.SCHEDULER_TIMEOUT, "kernel DEAF on core 0");
        assertThat(result.abandonedThreads()).hasSize(1);
        assertThat(worker.lastHang().orElseThrow().tasks().getFirst().progress().name())
                .isEqualTo("FROZEN");
        Thread left = threadNamed(result.abandonedThreads().getFirst());
        release.countDown();
        join(left);
        worker.release();
    }

    private static void awaitDeaf(CountDownLatch release) {
        while (release.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10000, 45000, 50000, ''",
        "2000, 3000, 4000, ''",
        "3000, 3000, 9000, the scheduler's 3000 ms are not below",
        "2000, 5000, 5000, the 5000 ms of one kernel are not below",
        "2000, 3000, 3500, 'the stream''s 3500 ms do not exceed'"
    })
    void budgetsMustGrowFromSchedulerToStream(long scheduler, long op, long stream, String part) {
        RunBudgets budgets =
                new RunBudgets(Duration.ofMillis(scheduler), Duration.ofMillis(op), Duration.ofMillis(stream));
        assertThat(budgets.conflict().orElse("")).startsWith(part);
        assertThat(budgets.conflict().isEmpty()).isEqualTo(part.isEmpty());
    }
}
