package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.testkit.LeakCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every code that this runtime can report, provoked; and every way a run can end. */
class RunErrorsTest {
    private static final Kernel NOOP = Kernel.aiv(0, "NOOP", context -> {});
    private static final Kernel SPIN =
            Kernel.aic(
                    1,
                    "SPIN",
                    context -> {
                        while (!context.stopRequested()) {
                            Thread.onSpinWait();
                        }
                    });
    private static final TensorSpec SMALL = TensorSpec.of(DType.FLOAT32, 16);

    private static final RuntimeConfig CONFIG =
            RuntimeConfig.builder()
                    .clusters(2)
                    .memoryBytes(1 << 20)
                    .schedulerTimeout(Duration.ofMillis(800))
                    .allocatorTimeout(Duration.ofMillis(60))
                    .tensorWaitTimeout(Duration.ofMillis(100))
                    .exitJoinTimeout(Duration.ofSeconds(5))
                    .build();

    @RegisterExtension final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @AfterEach
    void noThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("tidemark-") && thread.isAlive());
    }

    @Test
    void aScopeLargerThanItsWindowIsCode1() {
        RunResult result =
                run(
                        CallConfig.builder().taskWindow(4).build(),
                        graph -> {
                            for (int i = 0; i < 8; i++) {
                                graph.task(NOOP).submit();
                            }
                        });
        expect(result, ErrorCode.SCOPE_DEADLOCK, "depth 0 holds 3 tasks");
    }

    @Test
    void anOutputLargerThanTheHeapIsCode2() {
        RunResult result =
                run(
                        CallConfig.builder().heapBytes(1024).build(),
                        graph ->
                                graph.task(NOOP)
                                        .out(TensorSpec.of(DType.UINT8, 32 * 1024))
                                        .submit());
        expect(result, ErrorCode.HEAP_RING_DEADLOCK, "needs 32768 bytes of ring 0");
    }

    @Test
    void aHeapFilledByAnOpenScopeIsCode2() {
        RunResult result =
                run(
                        CallConfig.builder().heapBytes(4096).build(),
                        graph -> {
                            for (int i = 0; i < 8; i++) {
                                graph.task(NOOP).out(TensorSpec.of(DType.UINT8, 1024)).submit();
                            }
                        });
        expect(result, ErrorCode.HEAP_RING_DEADLOCK, "before an open scope closes");
    }

    @Test
    void nestedScopesThatFillTheLastRingAreCode3() {
        RunResult result =
                run(
                        CallConfig.builder().taskWindow(4, 4, 4, 8).build(),
                        graph -> nest(graph, 8, 3));
        expect(result, ErrorCode.FLOW_CONTROL_DEADLOCK, "slots of ring 3");
    }

    @Test
    void aWindowWhoseOldestTaskNeverEndsIsCode3ByTime() {
        RunResult result =
                run(
                        CallConfig.builder().taskWindow(4).build(),
                        graph -> {
                            for (int i = 0; i < 8; i++) {
                                try (Scope _ = graph.scope()) {
                                    graph.task(SPIN).submit();
                                }
                            }
                        });
        expect(result, ErrorCode.FLOW_CONTROL_DEADLOCK, "nothing was reclaimed for 60 ms");
    }

    @Test
    void moreProducersThanTheDependencyPoolIsCode4() {
        RunResult result =
                run(
                        CallConfig.builder().dependencyPool(4).build(),
                        graph -> {
                            long gate = graph.task(SPIN).submit().id();
                            long[] producers = new long[128];
                            for (int i = 0; i < producers.length; i++) {
                                producers[i] = gate;
                                if (i < 4) {
                                    graph.task(NOOP).after(gate).submit();
                                }
                            }
                            graph.task(NOOP).after(gate).submit();
                        });
        expect(result, ErrorCode.DEP_POOL_OVERFLOW, "dependency list nodes");
    }

    @Test
    void moreProducersThanTheSpillPoolIsCode4() {
        RunResult result =
                run(
                        CallConfig.builder().dependencyPool(4).build(),
                        graph -> {
                            long[] producers = new long[70];
                            for (int i = 0; i < producers.length; i++) {
                                producers[i] = graph.task(NOOP).out(SMALL).submit().id();
                            }
                            graph.task(NOOP).after(producers).submit();
                        });
        expect(result, ErrorCode.DEP_POOL_OVERFLOW, "fan-in spill entries");
    }

    @Test
    void argumentsThatMakeNoSenseAreCode5() {
        expectInvalid(
                graph -> graph.task(NOOP).after((long[]) null).submit(),
                "list of tasks to run after is null");
        expectInvalid(graph -> graph.task(NOOP).after(TaskId.NONE).submit(), "taskId=-1");
        expectInvalid(
                graph -> graph.task(NOOP).after(TaskId.of(2, 77)).submit(), "which does not exist");
        expectInvalid(graph -> graph.task(NOOP).in(null).submit(), "tensor argument 0 is null");
        expectInvalid(graph -> graph.task(null).submit(), "kernel=null");
        expectInvalid(
                graph -> {
                    TaskBuilder task = graph.task(NOOP);
                    for (int i = 0; i < 33; i++) {
                        task.in(graph.argument(0));
                    }
                    task.submit();
                },
                "more than 32 tensors");
        expectInvalid(
                graph -> {
                    TaskBuilder task = graph.task(NOOP);
                    for (int i = 0; i < 17; i++) {
                        task.scalar(i);
                    }
                    task.submit();
                },
                "more than 16 scalars");
        expectInvalid(
                graph -> {
                    try (Scope _ = graph.manualScope();
                            Scope _ = graph.scope()) {
                        graph.task(NOOP).submit();
                    }
                },
                "inside a manual one");
        expectInvalid(graph -> graph.read(graph.argument(0), 99), "element 99");
    }

    @Test
    void waitingForAnElementOfAHangingKernelIsCode8() {
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
                            Tensor out = graph.task(SPIN).out(SMALL).submit().output(0);
                            graph.read(out, 0);
                        });
        expect(result, ErrorCode.TENSOR_WAIT_TIMEOUT, "waited 100 ms for task (0, 0)");
    }

    @Test
    void aReportedFailureIsCode9AndNothingAfterItHasAnyEffect() {
        AtomicInteger ran = new AtomicInteger();
        Kernel count = Kernel.aiv(2, "COUNT", context -> ran.incrementAndGet());
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
                            graph.fail(0, "the table is empty");
                            Submission after = graph.task(count).out(SMALL).submit();
                            assertThat(after.id()).isEqualTo(TaskId.NONE);
                            assertThat(after.output(0).slice(0, 1, 2).elements()).isEqualTo(2);
                            assertThat(graph.alloc(SMALL)[0].elements()).isEqualTo(16);
                            assertThat(graph.read(graph.argument(0), 0)).isZero();
                            graph.write(graph.argument(0), 0, 5);
                            graph.scope().close();
                            graph.fail(3, "too late");
                        });
        expect(result, ErrorCode.EXPLICIT_ORCH_FATAL, "the table is empty");
        assertThat(ran).hasValue(0);
        assertThat(result.submitted()).isZero();
    }

    @Test
    void tooManyScopesAreCode10() {
        expect(
                run(CallConfig.defaults(), graph -> nest(graph, 70, 0)),
                ErrorCode.SCOPE_TASKS_OVERFLOW,
                "inside 64 others");
    }

    @Test
    void aFullTensorMapIsCode11() {
        RunResult result =
                run(
                        CallConfig.builder().taskWindow(65_536).build(),
                        graph -> {
                            for (int i = 0; i < 3000; i++) {
                                TaskBuilder task = graph.task(NOOP);
                                for (int view = 0; view < 30; view++) {
                                    task.outExisting(graph.argument(0));
                                }
                                task.submit();
                            }
                        });
        expect(result, ErrorCode.TENSORMAP_OVERFLOW, "65");
    }

    @Test
    void aKernelThatHangsIsCode100WithItsTaskAndCore() {
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
                            for (int i = 0; i < 20; i++) {
                                graph.task(NOOP).submit();
                            }
                            graph.task(SPIN).submit();
                        });
        expect(result, ErrorCode.SCHEDULER_TIMEOUT, "of kernel SPIN on core");
        assertThat(result.stall().detail()).isEqualTo(StallDetail.RUNNING_STALLED);
        assertThat(result.stall().stuckTaskId()).isEqualTo(TaskId.of(0, 20));
        assertThat(result.stall().stuckCore()).isBetween(0, 1);
        assertThat(result.completed()).isEqualTo(20);
        assertThat(result.abandonedThreads()).isEmpty();
    }

    @Test
    void anOrchestrationThatHangsIsCode100AndStarvation() {
        CountDownLatch never = new CountDownLatch(1);
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
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
        RuntimeConfig serial =
                RuntimeConfig.builder()
                        .clusters(1)
                        .memoryBytes(1 << 20)
                        .serial(true)
                        .schedulerTimeout(Duration.ofMillis(200))
                        .build();
        try (Worker worker = Worker.open(serial)) {
            RunResult result =
                    worker.run(
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

    @Test
    void slowKernelsThatEndDoNotTripTheWatchdog() {
        Kernel slow =
                Kernel.aiv(
                        3,
                        "SLOW",
                        context -> {
                            long end = System.nanoTime() + 300_000_000L;
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                        });
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
                            for (int i = 0; i < 4; i++) {
                                graph.task(slow).inout(graph.argument(0)).submit();
                            }
                        });
        assertThat(result.sentence()).isEqualTo("The run completed.");
    }

    @Test
    void aKernelThatThrowsIsCode105AndNamed() {
        Kernel bad =
                Kernel.aic(
                        5,
                        "BAD",
                        context -> {
                            throw new IllegalStateException("no such tile");
                        });
        RunResult result = run(CallConfig.defaults(), graph -> graph.task(bad).submit());
        expect(result, ErrorCode.KERNEL_FAILED, "kernel BAD of task (0, 0) on core");
        assertThat(result.sentence()).contains("no such tile");
        assertThat(result.cause()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anOrchestrationThatThrowsEndsTheRunWithWhatItThrew() {
        RunResult result =
                run(
                        CallConfig.defaults(),
                        graph -> {
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
        Kernel deaf =
                Kernel.aic(
                        6,
                        "DEAF",
                        context -> {
                            while (release.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                        });
        AtomicInteger others = new AtomicInteger();
        Kernel count = Kernel.aiv(7, "COUNT", context -> others.incrementAndGet());
        RuntimeConfig impatient =
                RuntimeConfig.builder()
                        .clusters(2)
                        .carriers(1)
                        .memoryBytes(1 << 20)
                        .schedulerTimeout(Duration.ofMillis(200))
                        .exitJoinTimeout(Duration.ofMillis(200))
                        .build();
        Worker worker = Worker.open(impatient);
        RunResult result =
                worker.run(
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
        assertThatThrownBy(() -> worker.run(graph -> {}, List.of()))
                .hasMessageContaining("open a new one");
        Thread left = threadNamed(result.abandonedThreads().getFirst());
        release.countDown();
        join(left);
        worker.release();
    }

    private static Thread threadNamed(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void nest(TaskGraph graph, int scopes, int tasksEach) throws Exception {
        for (int i = 0; i < tasksEach; i++) {
            graph.task(NOOP).submit();
        }
        if (scopes > 0) {
            try (Scope _ = graph.scope()) {
                nest(graph, scopes - 1, tasksEach);
            }
        }
    }

    private static void expectInvalid(Orchestration orchestration, String part) {
        expect(run(CallConfig.defaults(), orchestration), ErrorCode.INVALID_ARGS, part);
    }

    private static void expect(RunResult result, ErrorCode code, String part) {
        assertThat(result.errorName()).as(result.sentence()).isEqualTo(code.name());
        assertThat(result.errorCode()).isEqualTo(code.number());
        assertThat(result.status()).isEqualTo(-code.number());
        assertThat(result.sentence()).contains(part).endsWith(".").doesNotContain("\n");
    }

    private static RunResult run(CallConfig call, Orchestration orchestration) {
        HostTensor data = HostTensor.inout("data", TensorSpec.of(DType.FLOAT32, 16), new float[16]);
        try (Worker worker = Worker.open(CONFIG)) {
            RunResult failed = worker.run(orchestration, List.of(data), call);
            if (!failed.isOk()) { // nothing of a failure is left for the next run
                AtomicInteger ran = new AtomicInteger();
                Kernel count = Kernel.aiv(9, "COUNT", context -> ran.incrementAndGet());
                RunResult next =
                        worker.run(graph -> graph.task(count).submit(), List.of(data), call);
                assertThat(next.sentence()).isEqualTo("The run completed.");
                assertThat(ran).hasValue(1);
                assertThat(next.submitted()).isEqualTo(1);
            }
            return failed;
        }
    }
}
