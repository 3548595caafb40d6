package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Platform;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.testkit.Seeds;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Graphs recorded once and replayed, against the same tasks submitted one by one. */
class SubmitGraphTest extends FailingRun {
    private static final int CALLS = 4;
    private static final int BUFFERS = 5;

    /** Who calls the body, and how. */
    private interface Caller {
        void call(TaskGraph graph, GraphBody body, Tensor[] arguments) throws Exception;
    }

    private static final Caller DIRECT = (graph, body, arguments) -> {
        body.record(graph, GraphArguments.of(arguments));
        graph.dummy().submit(); // a replay has one more task, too
    };
    private static final Caller REPLAYED = (graph, body, arguments) -> graph.submitGraph("body", body, arguments);

    @Test
    void aReplayedGraphHasTheEdgesOfTasksSubmittedOneByOne() {
        AtomicInteger edges = new AtomicInteger();
        Seeds.each(200, seed -> {
            EdgeLog direct = new EdgeLog();
            EdgeLog replayed = new EdgeLog();
            RandomBody body = new RandomBody(seed, 20, true);
            runCalls(RuntimeKind.HBG, seed, new RandomBody(seed, 20, true), DIRECT, direct);
            runCalls(RuntimeKind.HBG, seed, body, REPLAYED, replayed);
            assertThat(body.runs()).as("recorded once").isEqualTo(1);
            assertThat(replayed.tasks.size()).isEqualTo(direct.tasks.size());
            for (int i = 0; i < direct.tasks.size(); i++) {
                if (!direct.tasks.get(i).endsWith("dummy")) {
                    assertThat(replayed.tasks.get(i)).isEqualTo(direct.tasks.get(i));
                }
            }
            edges.addAndGet(direct.edges);
        });
        if (Seeds.areAllFixed()) {
            assertThat(edges).as("edges compared").hasValueGreaterThan(15_000);
        }
    }

    @Test
    void aReplayedGraphGivesTheSameValuesOnBothRuntimes() {
        Seeds.each(20, seed -> {
            long[] direct = run(RuntimeKind.TMR, seed, DIRECT);
            assertThat(run(RuntimeKind.TMR, seed, REPLAYED)).isEqualTo(direct);
            assertThat(run(RuntimeKind.HBG, seed, DIRECT)).isEqualTo(direct);
            assertThat(run(RuntimeKind.HBG, seed, REPLAYED)).isEqualTo(direct);
        });
    }

    private static long[] run(RuntimeKind runtime, long seed, Caller caller) {
        return runCalls(runtime, seed, new RandomBody(seed, 25, false), caller, null);
    }

    /**
     * Calls a body several times with arguments that differ, and may be one another's parts. With
     * every other seed the calls share tensors, and each second one has those of the call before.
     */
    private static long[] runCalls(RuntimeKind runtime, long seed, RandomBody body, Caller caller, EdgeLog log) {
        Random random = Seeds.random(seed);
        long[] data = random.longs((long) BUFFERS * RandomBody.ELEMENTS).toArray();
        TensorSpec all = TensorSpec.of(DType.INT64, BUFFERS, RandomBody.ELEMENTS);
        RuntimeConfig config = RuntimeConfig.builder()
                .runtime(runtime)
                .platform(Platform.A5)
                .clusters(1 + random.nextInt(6))
                .memoryBytes(1 << 20)
                .build();
        // Some rings hold one body only now and then: tasks of others are submitted one by one.
        boolean isTight = random.nextBoolean() && runtime == RuntimeKind.TMR && log == null;
        CallConfig rings = isTight ? CallConfig.builder().taskWindow(64).build() : CallConfig.defaults();
        boolean isSharing = seed % 2 == 0;
        int[] picks =
                random.ints((long) CALLS * RandomBody.ARGUMENTS, 0, BUFFERS).toArray();
        VirtualClock clock = new VirtualClock(config.platform().clockHz());
        RunSetup setup = RunSetup.unrecorded(clock, new SeededStepper(seed, clock))
                .withProbes(core -> null, scheduler -> null, log);
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        Tensor rows = graph.argument("data");
                        Tensor[] shared = new Tensor[BUFFERS];
                        Arrays.setAll(shared, i -> rows.select(0, i));
                        for (int call = 0; call < CALLS; call++) {
                            Tensor[] arguments = new Tensor[RandomBody.ARGUMENTS];
                            int picked = isSharing ? call & ~1 : call;
                            for (int i = 0; i < arguments.length; i++) {
                                int pick = picks[picked * arguments.length + i];
                                Tensor row = isSharing ? shared[pick] : rows.select(0, pick);
                                boolean isNewer = log != null && pick == 0 && call > 1;
                                arguments[i] = isNewer ? row.withVersion(1) : row;
                            }
                            try (Scope _ = graph.scope()) {
                                caller.call(graph, body, arguments);
                            }
                        }
                    },
                    List.of(HostTensor.inout("data", all, MemorySegment.ofArray(data))),
                    rings,
                    setup);
            assertThat(result.sentence()).isEqualTo("The run completed.");
        }
        return data;
    }

    @Test
    void scalarsOfAReplayAreThoseItIsCalledWith() {
        for (RuntimeKind runtime : RuntimeKind.values()) {
            long[] out = new long[3];
            Kernel store =
                    Kernel.aiv(0, "STORE", c -> c.memory().setLong(c.tensor(0), 0, c.scalarLong(0) + c.scalarLong(1)));
            GraphBody body = (graph, arguments) -> graph.task(store)
                    .inout(arguments.tensor(0))
                    .graphScalar(1)
                    .scalar(arguments.scalar(0))
                    .submit();
            RunResult result = runOn(runtime, out, graph -> {
                for (int i = 0; i < 3; i++) {
                    GraphArguments arguments =
                            GraphArguments.of(graph.argument(0).slice(0, i, 1)).withScalars(1000, 7 * i);
                    graph.submitGraph("store", body, arguments);
                }
            });
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(out).containsExactly(1000, 1007, 1014);
        }
    }

    @Test
    void whoWaitsForAGraphWaitsForAllOfIt() {
        Seeds.each(10, seed -> {
            for (RuntimeKind runtime : RuntimeKind.values()) {
                AtomicInteger ran = new AtomicInteger();
                AtomicInteger seen = new AtomicInteger(-1);
                Kernel count = Kernel.aiv(0, "COUNT", c -> ran.incrementAndGet());
                Kernel look = Kernel.aic(1, "LOOK", c -> seen.set(ran.get()));
                GraphBody body = (graph, arguments) -> {
                    for (int i = 0; i < 150; i++) {
                        graph.task(count).submit();
                    }
                };
                RunResult result = runOn(runtime, new long[1], graph -> {
                    long wide = graph.submitGraph("wide", body).id();
                    graph.task(look).after(wide).submit();
                });
                assertThat(result.sentence()).isEqualTo("The run completed.");
                assertThat(seen).hasValue(150);
            }
        });
    }

    /** What is said of a task after its submit is of the next one, in every replay. */
    @Test
    void aBuilderOfABodyMayGoOnAfterItsSubmit() {
        Kernel count = Kernel.aiv(0, "COUNT", c -> {
            long old = c.memory().getLong(c.tensor(0), 0);
            c.memory().setLong(c.tensor(0), 0, 10 * old + c.scalarCount());
        });
        GraphBody body = (graph, arguments) -> {
            TaskBuilder task = graph.task(count).inout(arguments.tensor(0));
            task.submit();
            task.scalar(7L).submit();
            task.scalar(8L);
        };
        for (RuntimeKind runtime : RuntimeKind.values()) {
            long[] data = new long[2];
            RunResult result = runOn(runtime, data, graph -> {
                for (int call = 0; call < 3; call++) {
                    graph.submitGraph("k", body, graph.argument(0).slice(0, 0, 1));
                }
            });
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(data[0]).isEqualTo(10_101);
        }
    }

    /** A tensor names the task that made it, in a body as outside of one. */
    @Test
    void aRecordedTaskMayWaitForTheOwnerOfATensor() {
        Kernel make = Kernel.aiv(0, "MAKE", c -> c.memory().setLong(c.tensor(0), 0, 42));
        Kernel take = Kernel.aic(
                1, "TAKE", c -> c.memory().setLong(c.tensor(1), 0, c.memory().getLong(c.tensor(0), 0)));
        GraphBody body = (graph, arguments) -> {
            try (Scope _ = graph.manualScope()) {
                Tensor made = graph.task(make).out(SMALL).submit().output(0);
                Tensor room = graph.alloc(SMALL)[0];
                graph.task(take)
                        .in(made.slice(0, 0, 1))
                        .inout(arguments.tensor(0))
                        .after(made.slice(0, 0, 1).ownerTaskId(), room.ownerTaskId())
                        .submit();
            }
        };
        for (RuntimeKind runtime : RuntimeKind.values()) {
            long[] data = new long[2];
            RunResult result = runOn(runtime, data, graph -> {
                Tensor cells = graph.argument(0);
                graph.submitGraph("k", body, cells.slice(0, 0, 1));
                graph.submitGraph("k", body, cells.slice(0, 1, 1));
            });
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(data).containsExactly(42, 42);
        }
    }

    @Test
    void whatCannotBeReplayedIsCode5WithAReason() {
        GraphBody plain = (graph, arguments) -> graph.task(NOOP).submit();
        invalid(
                graph -> {
                    for (int i = 0; i <= GraphLibrary.MOST_DEFINITIONS; i++) {
                        graph.submitGraph("key" + i, plain);
                    }
                },
                "one more than the 16");
        invalid(
                graph -> graph.submitGraph("scalars", plain, GraphArguments.of().withScalars(new long[65])),
                "65 scalars, at most 64");
        invalid(
                graph -> {
                    Tensor outside = graph.alloc(SMALL)[0];
                    graph.submitGraph("k", (g, a) -> g.task(NOOP).in(outside).submit());
                },
                "neither an argument of it nor made in it");
        invalid(
                graph -> {
                    long outside = graph.task(NOOP).submit().id();
                    graph.submitGraph("k", (g, a) -> g.task(NOOP).after(outside).submit());
                },
                "give it a tensor of that task as an argument instead");
        invalid(graph -> graph.submitGraph("k", (g, a) -> g.submitGraph("inner", plain)), "graph inner inside it");
        invalid(
                graph -> graph.submitGraph("k", (g, a) -> g.write(a.tensor(0), 0, 1), graph.argument(0)),
                "which a replay would not repeat");
        invalid(
                graph -> graph.submitGraph("k", (g, a) -> g.read(a.tensor(0), 0), graph.argument(0)),
                "have no values while it is recorded");
        invalid(graph -> graph.submitGraph("k", (g, a) -> g.scope()), "opened and not closed");
        invalid(
                graph -> {
                    Tensor data = graph.argument(0);
                    graph.submitGraph("k", plain, data);
                    graph.submitGraph("k", plain, data.slice(0, 0, 2));
                },
                "make its form part of the key");
        invalid(
                graph -> {
                    GraphBody branches = (g, a) -> {
                        for (int i = 0; i < a.scalar(0); i++) {
                            g.task(NOOP).submit();
                        }
                    };
                    graph.submitGraph("k", branches, GraphArguments.of().withScalars(2));
                    graph.submitGraph("k", branches, GraphArguments.of().withScalars(3));
                },
                "was looked at when it was 2 and is 3 now");
        invalid(graph -> graph.task(NOOP).graphScalar(0).submit(), "outside of the body");
    }

    @Test
    void aBodyThatThrowsEndsTheRunWithWhatItThrew() {
        RunResult result = runOn(
                RuntimeKind.HBG,
                new long[1],
                graph -> graph.submitGraph("k", (g, a) -> {
                    throw new java.io.IOException("no weights");
                }));
        expect(result, ErrorCode.EXPLICIT_ORCH_FATAL, "no weights");
    }

    private static void invalid(Orchestration orchestration, String part) {
        for (RuntimeKind runtime : RuntimeKind.values()) {
            expect(run(config(runtime), CallConfig.defaults(), orchestration), ErrorCode.INVALID_ARGS, part);
        }
    }

    private static RunResult runOn(RuntimeKind runtime, long[] data, Orchestration orchestration) {
        try (ChipWorker worker = ChipWorker.open(config(runtime))) {
            HostTensor tensor =
                    HostTensor.inout("data", TensorSpec.of(DType.INT64, data.length), MemorySegment.ofArray(data));
            return worker.run(orchestration, List.of(tensor));
        }
    }

    /** What the look-up of each submit found. */
    private static final class EdgeLog implements OrchestratorProbe {
        final List<String> tasks = new ArrayList<>();
        int edges;
        private boolean isDummy;

        @Override
        public boolean wantsEdges() {
            return true;
        }

        @Override
        public void submitBegin() {}

        @Override
        public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
            isDummy = arguments.tensorCount() == 0;
        }

        @Override
        public void submitEdges(long taskId, int found, long digest) {
            edges += found;
            tasks.add(isDummy ? taskId + " dummy" : taskId + " has " + found + " edges, digest " + digest);
        }

        @Override
        public void submitEnd(long taskId) {}

        @Override
        public void scopeBegin(int depth, boolean manual) {}

        @Override
        public void scopeEnd(int depth) {}

        @Override
        public void flush() {}
    }
}
