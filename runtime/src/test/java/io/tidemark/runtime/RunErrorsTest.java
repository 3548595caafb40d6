package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.stall.AwaitedResource;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.stall.HangSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Every code that the orchestrator can report, provoked. */
class RunErrorsTest extends FailingRun {
    @Test
    void aScopeLargerThanItsWindowIsCode1() {
        RunResult result = run(CallConfig.builder().taskWindow(4).build(), graph -> {
            for (int i = 0; i < 8; i++) {
                graph.task(NOOP).submit();
            }
        });
        expect(result, ErrorCode.SCOPE_DEADLOCK, "depth 0 holds 3 tasks");
    }

    @Test
    void anOutputLargerThanTheHeapIsCode2() {
        RunResult result = run(
                CallConfig.builder().heapBytes(1024).build(),
                graph -> graph.task(NOOP)
                        .out(TensorSpec.of(DType.UINT8, 32 * 1024))
                        .submit());
        expect(result, ErrorCode.HEAP_RING_DEADLOCK, "needs 32768 bytes of ring 0");
    }

    @Test
    void aHeapFilledByAnOpenScopeIsCode2() {
        RunResult result = run(CallConfig.builder().heapBytes(4096).build(), graph -> {
            for (int i = 0; i < 8; i++) {
                graph.task(NOOP).out(TensorSpec.of(DType.UINT8, 1024)).submit();
            }
        });
        expect(result, ErrorCode.HEAP_RING_DEADLOCK, "before an open scope closes");
    }

    @Test
    void nestedScopesThatFillTheLastRingAreCode3() {
        RunResult result = run(CallConfig.builder().taskWindow(4, 4, 4, 8).build(), graph -> nest(graph, 8, 3));
        expect(result, ErrorCode.FLOW_CONTROL_DEADLOCK, "slots of ring 3");
    }

    @Test
    void aWindowInWhichNothingRunsIsCode3ByTime() {
        RuntimeConfig serial = RuntimeConfig.builder()
                .clusters(1)
                .memoryBytes(1 << 20)
                .serial(true)
                .allocatorTimeout(Duration.ofMillis(60))
                .build();
        try (ChipWorker worker = ChipWorker.open(serial)) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 8; i++) {
                            try (Scope _ = graph.scope()) {
                                graph.task(NOOP).submit();
                            }
                        }
                    },
                    List.of(),
                    CallConfig.builder().taskWindow(4).build());
            expect(result, ErrorCode.FLOW_CONTROL_DEADLOCK, "nothing was reclaimed for 60 ms");
        }
    }

    @Test
    void aWindowBehindAKernelThatHangsIsTheKernelsFault() {
        try (ChipWorker worker = ChipWorker.open(CONFIG)) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 8; i++) {
                            try (Scope _ = graph.scope()) {
                                graph.task(SPIN).submit();
                            }
                        }
                    },
                    List.of(),
                    CallConfig.builder().taskWindow(4).build());
            expect(result, ErrorCode.SCHEDULER_TIMEOUT, "of kernel SPIN on core");
            HangSnapshot hang = worker.lastHang().orElseThrow();
            assertThat(hang.orchestratorWait().resource()).isEqualTo(AwaitedResource.TASK_SLOTS);
            assertThat(hang.orchestratorWait().ring()).isEqualTo(1);
        }
    }

    @Test
    void moreProducersThanTheDependencyPoolIsCode4() {
        RunResult result = run(CallConfig.builder().dependencyPool(4).build(), graph -> {
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
        RunResult result = run(CallConfig.builder().dependencyPool(4).build(), graph -> {
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
        expectInvalid(graph -> graph.task(NOOP).after((long[]) null).submit(), "list of tasks to run after is null");
        expectInvalid(graph -> graph.task(NOOP).after(TaskId.NONE).submit(), "taskId=-1");
        expectInvalid(graph -> graph.task(NOOP).after(TaskId.of(2, 77)).submit(), "which does not exist");
        expectInvalid(
                graph -> graph.task(NOOP).in(null).submit(),
                "task (0, 0) of kernel NOOP cannot be submitted: tensor argument 0 is null;");
        expectInvalid(
                graph -> graph.task(NOOP)
                        .out(TensorSpec.of(DType.FLOAT32, 1, 1, 1, 1, 1, 1))
                        .submit(),
                "cannot be submitted: argument 0 has rank 6, and at most 5 is possible;");
        expectInvalid(graph -> graph.task((Kernel) null).submit(), "its kernel is null");
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
        RunResult result = run(CallConfig.defaults(), graph -> {
            Tensor out = graph.task(SPIN).out(SMALL).submit().output(0);
            graph.read(out, 0);
        });
        expect(result, ErrorCode.TENSOR_WAIT_TIMEOUT, "waited 100 ms for task (0, 0)");
    }

    @Test
    void aReportedFailureIsCode9AndNothingAfterItHasAnyEffect() {
        AtomicInteger ran = new AtomicInteger();
        Kernel count = Kernel.aiv(2, "COUNT", context -> ran.incrementAndGet());
        RunResult result = run(CallConfig.defaults(), graph -> {
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
        RunResult result = run(CallConfig.builder().taskWindow(65_536).build(), graph -> {
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
}
