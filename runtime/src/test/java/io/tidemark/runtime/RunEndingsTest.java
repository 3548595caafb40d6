package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.stall.StuckTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way a run can end other than by an orchestrator's error, provoked. */
class RunEndingsTest extends FailingRun {
    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aKernelThatHangsIsCode100WithItsTaskCoreAndWaiters(RuntimeKind runtime) {
        try (ChipWorker worker = ChipWorker.open(config(runtime))) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 20; i++) {
                            graph.task(NOOP).submit();
                        }
                        long stuck = graph.task(SPIN).submit().id();
                        long behind = graph.task(NOOP).after(stuck).submit().id();
                        graph.task(NOOP).after(behind).submit();
                    },
                    List.of());
            expect(result, ErrorCode.SCHEDULER_TIMEOUT, "of kernel SPIN on core");
            assertThat(result.stall().detail()).isEqualTo(StallDetail.RUNNING_STALLED);
            assertThat(result.stall().stuckTaskId()).isEqualTo(TaskId.of(0, 20));
            assertThat(result.stall().stuckCore()).isBetween(0, 1);
            assertThat(result.stall().waiting()).isEqualTo(2);
            assertThat(result.completed()).isEqualTo(20);
            assertThat(result.abandonedThreads()).isEmpty();
            List<StuckTask> tasks = worker.lastHang().orElseThrow().tasks();
            assertThat(tasks)
                    .extracting(StuckTask::taskId)
                    .containsExactly(TaskId.of(0, 20), TaskId.of(0, 21), TaskId.of(0, 22));
            assertThat(tasks.get(1).waitsFor()).containsExactly(TaskId.of(0, 20));
            assertThat(tasks.get(2).state()).isEqualTo(StuckState.WAITING);
        }
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void anOrchestrationThatHangsIsCode100AndStarvation(RuntimeKind runtime) {
        CountDownLatch never = new CountDownLatch(1);
        RunResult result = run(config(runtime), CallConfig.defaults(), graph -> {
            graph.task(NOOP).submit();
            never.await();
        });
        expect(result, ErrorCode.SCHEDULER_TIMEOUT, "S5");
        assertThat(result.stall().detail()).isEqualTo(StallDetail.ORCHESTRATOR_STARVATION);
        assertThat(result.stall().orchestrationDone()).isFalse();
    }

    @Test
    void readyTasksBehindASerialOrchestrationThatHangsAreReadyButIdle() {
        CountDownLatch never = new CountDownLatch(1);
        RuntimeConfig serial = RuntimeConfig.builder()
                .clusters(1)
                .memoryBytes(1 << 20)
                .serial(true)
                .schedulerTimeout(Duration.ofMillis(1_000))
                .build();
        try (ChipWorker worker = ChipWorker.open(serial)) {
            RunResult result = worker.run(
                    graph -> {
                        graph.task(NOOP).submit();
                        never.await();
                    },
                    List.of());
            expect(result, ErrorCode.SCHEDULER_TIMEOUT, "S3");
            assertThat(result.stall().detail()).isEqualTo(StallDetail.READY_BUT_ALL_IDLE);
            assertThat(result.stall().stuckTaskId()).isEqualTo(TaskId.of(0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void slowKernelsThatEndDoNotTripTheWatchdog(RuntimeKind runtime) {
        RuntimeConfig config = config(runtime);
        VirtualClock clock = new VirtualClock(config.platform().clockHz());
        long stepNanos = config.schedulerTimeout().toNanos() / 20;
        Kernel slow = Kernel.aiv(3, "SLOW", context -> {
            for (int step = 0; step < 10; step++) {
                clock.advanceNanos(stepNanos);
                long end = System.nanoTime() + 10_000_000;
                while (System.nanoTime() < end) { // the schedulers look meanwhile
                    Thread.onSpinWait();
                }
            }
        });
        CarrierPool carriers =
                new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos());
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        long last = graph.task(slow).submit().id();
                        for (int i = 1; i < 12; i++) {
                            last = graph.task(slow).after(last).submit().id();
                        }
                    },
                    List.of(),
                    CallConfig.defaults(),
                    RunSetup.unrecorded(clock, carriers));
            assertThat(result.sentence()).isEqualTo("The run completed.");
        }
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void aKernelThatThrowsIsCode105AndNamed(RuntimeKind runtime) {
        Kernel bad = Kernel.aic(5, "BAD", context -> {
            throw new IllegalStateException("no such tile");
        });
        RunResult result = run(
                config(runtime), CallConfig.defaults(), graph -> graph.task(bad).submit());
        expect(result, ErrorCode.KERNEL_FAILED, "kernel BAD of task (0, 0) on core");
        assertThat(result.sentence()).contains("no such tile");
        assertThat(result.cause()).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void anOrchestrationThatThrowsEndsTheRunWithWhatItThrew(RuntimeKind runtime) {
        RunResult result = run(config(runtime), CallConfig.defaults(), graph -> {
            graph.task(NOOP).submit();
            throw new java.io.IOException("weights missing");
        });
        expect(result, ErrorCode.EXPLICIT_ORCH_FATAL, "weights missing");
        assertThat(result.cause()).isInstanceOf(java.io.IOException.class);
    }

    @Test
    void anOrchestrationThatSubmitsNothingIsDone() {
        for (int threads = 2; threads <= 4; threads++) {
            RunResult result = run(CallConfig.builder().aicpuThreads(threads).build(), graph -> {});
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(result.submitted()).isZero();
            assertThat(result.schedulers()).hasSize(threads - 1);
        }
    }

    @Test
    void aKernelThatNeverReturnsIsLeftBehindAndItsWorkerRefusesToRunAgain() {
        CountDownLatch release = new CountDownLatch(1);
        Kernel deaf = Kernel.aic(6, "DEAF", context -> {
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        AtomicInteger others = new AtomicInteger();
        Kernel count = Kernel.aiv(7, "COUNT", context -> others.incrementAndGet());
        RuntimeConfig impatient = RuntimeConfig.builder()
                .clusters(2)
                .carriers(1)
                .memoryBytes(1 << 20)
                .schedulerTimeout(Duration.ofMillis(1_500))
                .exitJoinTimeout(Duration.ofMillis(1_500))
                .build();
        ChipWorker worker = ChipWorker.open(impatient);
        RunResult result = worker.run(
                graph -> {
                    graph.task(deaf).submit();
                    for (int i = 0; i < 500; i++) {
                        graph.task(count).submit();
                    }
                },
                List.of());
        expect(result, ErrorCode.SCHEDULER_TIMEOUT, "kernel DEAF");
        assertThat(result.stall().detail()).isEqualTo(StallDetail.RUNNING_STALLED);
        assertThat(others).as("the other cores went on").hasValue(500);
        assertThat(result.abandonedThreads()).hasSize(1);
        assertThat(result.sentence()).contains(result.abandonedThreads().getFirst());
        assertThatThrownBy(() -> worker.run(graph -> {}, List.of())).hasMessageContaining("open a new one");
        Thread left = threadNamed(result.abandonedThreads().getFirst());
        release.countDown();
        join(left);
        worker.release();
    }
}
