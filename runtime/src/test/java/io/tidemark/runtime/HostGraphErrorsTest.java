package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.hostgraph.FaninBuilder;
import io.tidemark.runtime.hostgraph.HostGraph;
import org.junit.jupiter.api.Test;

/**
 * Every code that a graph can end with because it is built on the host, provoked; nothing is waited
 * for. What ends graphs of both kinds is in {@link RunEndingsTest}.
 */
class HostGraphErrorsTest extends FailingRun {
    private static final RuntimeConfig ON_HOST = config(RuntimeKind.HBG);

    @Test
    void aHeapThatDoesNotHoldAllOutputsIsCode2AtOnce() {
        RunResult result = onHost(CallConfig.builder().heapBytes(4096).build(), graph -> {
            for (int i = 0; i < 8; i++) {
                try (Scope _ = graph.scope()) {
                    graph.task(NOOP).out(TensorSpec.of(DType.UINT8, 1024)).submit();
                }
            }
        });
        expect(result, ErrorCode.HEAP_RING_DEADLOCK, "4096 of 4096 bytes are taken");
    }

    @Test
    void moreTasksThanTheWindowIsCode3AtOnceHoweverScopesNest() {
        for (int scopes : new int[] {0, 1, 5}) {
            RunResult result = onHost(CallConfig.builder().taskWindow(16).build(), graph -> nest(graph, scopes, 16));
            expect(result, ErrorCode.FLOW_CONTROL_DEADLOCK, "more than 15 tasks");
        }
    }

    @Test
    void moreProducersThanATaskMayHaveIsCode4() {
        for (int producers : new int[] {FaninBuilder.MOST_PRODUCERS, FaninBuilder.MOST_PRODUCERS + 1}) {
            RunResult result = onHost(CallConfig.defaults(), graph -> {
                long[] ids = new long[producers];
                for (int i = 0; i < producers; i++) {
                    ids[i] = graph.task(NOOP).submit().id();
                }
                graph.task(NOOP).after(ids).after(ids).submit();
            });
            if (producers == FaninBuilder.MOST_PRODUCERS) {
                assertThat(result.sentence()).isEqualTo("The run completed.");
            } else {
                expect(result, ErrorCode.DEP_POOL_OVERFLOW, "more than 128 tasks");
            }
        }
    }

    @Test
    void whatToDoIsWhatHelpsWhereNothingIsReclaimed() {
        String heap = onHost(
                        CallConfig.builder().heapBytes(1024).build(),
                        graph -> graph.task(NOOP)
                                .out(TensorSpec.of(DType.UINT8, 2048))
                                .submit())
                .sentence();
        assertThat(heap).contains("raise --ring-heap", "whole graph", "--runtime tmr");
        assertThat(heap).doesNotContain("close scopes", "--scope-stats");
        String window = onHost(CallConfig.builder().taskWindow(16).build(), graph -> nest(graph, 1, 16))
                .sentence();
        assertThat(window).contains("--ring-task-window").doesNotContain("doctor");
    }

    @Test
    void forgedProducersAreCode5() {
        for (long forged : new long[] {TaskId.of(0, 1), TaskId.of(0, 77), TaskId.of(2, 0), TaskId.of(0, -5)}) {
            expect(
                    onHost(CallConfig.defaults(), graph -> {
                        graph.task(NOOP).submit();
                        graph.task(NOOP).after(forged).submit();
                    }),
                    ErrorCode.INVALID_ARGS,
                    "which does not exist");
        }
    }

    @Test
    void aTaskOfMoreKernelRunsThanTheRuntimeCountsIsCode5() {
        MixedKernels pair = MixedKernels.of(Kernel.aic(7, "CUBE", context -> {}), NOOP, null);
        expect(
                onHost(
                        CallConfig.defaults(),
                        graph -> graph.task(pair)
                                .blocks(HostGraph.MOST_SUBTASKS / 2 + 1)
                                .submit()),
                ErrorCode.INVALID_ARGS,
                "32768 kernel runs");
        expect(
                onHost(
                        CallConfig.defaults(),
                        graph -> graph.task(NOOP)
                                .blocks(HostGraph.MOST_SUBTASKS + 1)
                                .submit()),
                ErrorCode.INVALID_ARGS,
                "at most 32767");
    }

    @Test
    void onlyHostTensorsThatNoTaskWritesCanBeTouched() {
        RunResult fine = onHost(CallConfig.defaults(), graph -> {
            graph.write(graph.argument(0), 3, 5);
            assertThat(graph.read(graph.argument(0), 3)).isEqualTo(5);
            graph.task(NOOP).in(graph.argument(0)).submit();
            assertThat(graph.read(graph.argument(0), 3)).isEqualTo(5);
        });
        assertThat(fine.sentence()).isEqualTo("The run completed.");
        expect(
                onHost(CallConfig.defaults(), graph -> graph.read(graph.alloc(SMALL)[0], 0)),
                ErrorCode.INVALID_ARGS,
                "host tensors only");
        expect(
                onHost(CallConfig.defaults(), graph -> {
                    Tensor data = graph.argument(0);
                    graph.task(NOOP).inout(data).submit();
                    graph.read(data, 0);
                }),
                ErrorCode.TENSOR_WAIT_TIMEOUT,
                "written by task (0, 0)");
    }

    @Test
    void aFullTensorMapIsCode11AtOnce() {
        RunResult result = onHost(CallConfig.defaults(), graph -> {
            for (int i = 0; i < 3000; i++) {
                TaskBuilder task = graph.task(NOOP);
                for (int view = 0; view < 30; view++) {
                    task.outExisting(graph.argument(0));
                }
                task.submit();
            }
        });
        expect(result, ErrorCode.TENSORMAP_OVERFLOW, "65520 of 65536 map entries are taken");
    }

    @Test
    void moreReadyTasksThanAQueueHoldsIsCode104() {
        for (int tasks : new int[] {HostGraph.MOST_READY, HostGraph.MOST_READY + 1}) {
            RunResult result = onHost(CallConfig.defaults(), graph -> {
                for (int i = 0; i < tasks; i++) {
                    graph.task(NOOP).submit();
                }
            });
            if (tasks == HostGraph.MOST_READY) {
                assertThat(result.sentence()).isEqualTo("The run completed.");
            } else {
                expect(result, ErrorCode.READY_QUEUE_OVERFLOW, "when 8192 others of its shape");
            }
        }
    }

    private static RunResult onHost(CallConfig call, Orchestration orchestration) {
        return run(ON_HOST, call, orchestration);
    }
}
