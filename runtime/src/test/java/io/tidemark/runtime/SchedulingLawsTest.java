package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds per core and per call, seen through the probes. */
class SchedulingLawsTest {
    @Test
    void perCoreTokensRiseAlternateAndAreSentOnlyAfterTheOneBeforeWasReceived() {
        Seeds.each(8, seed -> {
            Random random = Seeds.random(seed);
            int clusters = 1 + random.nextInt(24);
            RuntimeConfig config = RuntimeConfig.builder()
                    .clusters(clusters)
                    .memoryBytes(1 << 20)
                    .build();
            CoreLedger ledger = new CoreLedger(3 * clusters);
            Kernel brief = Kernel.aiv(0, "BRIEF", context -> spin(seed % 7));
            Kernel matrix = Kernel.aic(1, "MATRIX", context -> spin(3));
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        graph -> {
                            for (int i = 0; i < 3000; i++) {
                                try (Scope _ = graph.scope()) {
                                    graph.task(i % 3 == 0 ? matrix : brief).submit();
                                }
                            }
                        },
                        List.of(),
                        CallConfig.builder().aicpuThreads(2 + random.nextInt(3)).build(),
                        RunSetup.standard(config).withProbes(core -> ledger.coreProbe(core), s -> ledger, null));
                assertThat(result.sentence()).isEqualTo("The run completed.");
            }
            ledger.assertTokensAgree(3000);
        });
    }

    @Test
    void perCoreTheSameHoldsForProgramsOfAllShapesOnBothRuntimes() {
        Seeds.each(40, seed -> {
            Random random = Seeds.random(seed);
            RuntimeConfig config = RuntimeConfig.builder()
                    .platform(random.nextBoolean() ? Platform.A2A3 : Platform.A5)
                    .runtime(RuntimeKind.values()[random.nextInt(2)])
                    .clusters(1 + random.nextInt(24))
                    .memoryBytes(1 << 20)
                    .build();
            int cores = 3 * config.clusters();
            CoreLedger ledger = new CoreLedger(cores);
            FakeEngine engine = new FakeEngine(random.nextInt(60));
            RandomProgram program = RandomProgram.ofEverything(seed, 200, 20, random.nextInt(2) * 40, engine);
            try (ChipWorker worker = ChipWorker.open(config)) {
                RunResult result = worker.run(
                        program,
                        program.hostTensors(),
                        CallConfig.builder().aicpuThreads(2 + random.nextInt(3)).build(),
                        RunSetup.standard(config).withProbes(ledger::coreProbe, engine.beside(number -> ledger), null));
                assertThat(result.sentence()).isEqualTo("The run completed.");
            }
            assertThat(program.wrongs()).isEmpty();
            ledger.assertTokensAgree(program.expectedRuns());
        });
    }

    @Test
    void theVectorExampleHasItsIdsAndEdges() {
        List<String> submits = Collections.synchronizedList(new ArrayList<>());
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, 1024);
        float[] a = new float[1024];
        float[] b = new float[1024];
        float[] f = new float[1024];
        java.util.Arrays.fill(a, 2);
        java.util.Arrays.fill(b, 3);
        Kernel add = Kernel.aiv(0, "ADD", c -> map(c, c.tensor(0), c.tensor(1), Float::sum));
        Kernel addScalar = Kernel.aiv(1, "ADDS", c -> map(c, c.tensor(0), c.tensor(0), (x, y) -> x + c.scalarFloat(0)));
        Kernel multiply = Kernel.aiv(2, "MUL", c -> map(c, c.tensor(0), c.tensor(1), (x, y) -> x * y));
        RuntimeConfig config = RuntimeConfig.builder().memoryBytes(1 << 20).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        Tensor c = graph.task(add)
                                .in(graph.argument("a"))
                                .in(graph.argument("b"))
                                .out(spec)
                                .submit()
                                .output(0);
                        try (Scope _ = graph.scope()) {
                            Tensor d = graph.task(addScalar)
                                    .in(c)
                                    .out(spec)
                                    .scalar(1f)
                                    .submit()
                                    .output(0);
                            Tensor e = graph.task(addScalar)
                                    .in(c)
                                    .out(spec)
                                    .scalar(2f)
                                    .submit()
                                    .output(0);
                            Tensor g = graph.task(multiply)
                                    .in(d)
                                    .in(e)
                                    .out(spec)
                                    .submit()
                                    .output(0);
                            graph.task(add)
                                    .in(g)
                                    .in(c)
                                    .outExisting(graph.argument("f"))
                                    .submit();
                        }
                    },
                    List.of(HostTensor.in("a", spec, a), HostTensor.in("b", spec, b), HostTensor.out("f", spec, f)),
                    CallConfig.defaults(),
                    RunSetup.standard(config).withProbes(core -> null, s -> null, new SubmitLog(submits)));
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(result.completed()).isEqualTo(5);
        }
        assertThat(f).containsOnly(47f);
        assertThat(submits)
                .containsExactly(
                        "scope 0",
                        "submit 0:0 from",
                        "scope 1",
                        "submit 1:0 from 0:0",
                        "submit 1:1 from 0:0",
                        "submit 1:2 from 1:0 1:1",
                        "submit 1:3 from 1:2 0:0",
                        "end 1",
                        "end 0");
    }

    @Test
    void elementsAreReadAndWrittenInOrderWithTheTasksAround() {
        TensorSpec spec = TensorSpec.of(DType.INT32, 8);
        Kernel twice = Kernel.aiv(0, "TWICE", c -> {
            spin(50);
            for (int i = 0; i < 8; i++) {
                c.memory().setLong(c.tensor(1), i, 2 * c.memory().getLong(c.tensor(0), i));
            }
        });
        int[] out = new int[8];
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(1).memoryBytes(1 << 20).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        Tensor start = graph.alloc(spec.filledWith(77))[0];
                        assertThat(graph.readLong(start, 3)).isEqualTo(77);
                        graph.writeLong(start, 3, 5);
                        Tensor doubled =
                                graph.task(twice).in(start).out(spec).submit().output(0);
                        graph.writeLong(start, 3, 6); // waits until TWICE has read
                        assertThat(graph.readLong(doubled, 3)).isEqualTo(10);
                        assertThat(graph.read(doubled, 0)).isEqualTo(154);
                        graph.task(twice)
                                .in(start)
                                .outExisting(graph.argument(0))
                                .submit();
                    },
                    List.of(HostTensor.out("out", spec, out)));
            assertThat(result.sentence()).isEqualTo("The run completed.");
            assertThat(result.allocated()).isEqualTo(1);
        }
        assertThat(out).containsExactly(154, 154, 154, 12, 154, 154, 154, 154);
    }

    @Test
    void aTaskCostsNoJavaHeapOnceEverySlotIsWarm() {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        Kernel noop = Kernel.aiv(0, "NOOP", c -> {});
        long[] bytes = {Long.MAX_VALUE};
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(4).memoryBytes(1 << 20).build();
        HostTensor data = HostTensor.inout("data", TensorSpec.of(DType.INT32, 8), new int[8]);
        try (ChipWorker worker = ChipWorker.open(config)) {
            worker.run(
                    graph -> {
                        submitMany(graph, noop, 20_000);
                        for (int look = 0; look < 5; look++) { // others in this JVM allocate too
                            long before = threads.getTotalThreadAllocatedBytes();
                            submitMany(graph, noop, 20_000);
                            long made = threads.getTotalThreadAllocatedBytes() - before;
                            bytes[0] = Math.min(bytes[0], made);
                        }
                    },
                    List.of(data),
                    CallConfig.builder().taskWindow(256).build());
        }
        assertThat(bytes[0]).isLessThan(20_000);
    }

    private static void submitMany(TaskGraph graph, Kernel kernel, int tasks) {
        Tensor data = graph.argument(0);
        for (int i = 0; i < tasks; i += 100) {
            try (Scope _ = graph.scope()) {
                for (int k = 0; k < 100; k++) {
                    graph.task(kernel).in(data).inout(data).scalar(k).submit();
                }
            }
        }
    }

    @Test
    void serialModeStartsNothingBeforeTheOrchestrationEnds() {
        boolean[] ended = new boolean[1];
        List<String> early = Collections.synchronizedList(new ArrayList<>());
        Kernel look = Kernel.aiv(0, "LOOK", c -> {
            if (!ended[0]) {
                early.add("task " + c.taskId());
            }
        });
        RuntimeConfig config = RuntimeConfig.builder()
                .clusters(2)
                .memoryBytes(1 << 20)
                .serial(true)
                .build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    graph -> {
                        for (int i = 0; i < 500; i++) {
                            graph.task(look).submit();
                        }
                        spin(2000);
                        ended[0] = true;
                    },
                    List.of());
            assertThat(result.completed()).isEqualTo(500);
        }
        assertThat(early).isEmpty();
    }

    private static void spin(long micros) {
        long end = System.nanoTime() + 1000 * micros;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private interface Binary {
        float apply(float x, float y);
    }

    private static void map(KernelContext context, Tensor x, Tensor y, Binary function) {
        Tensor out = context.tensor(context.tensorCount() - 1);
        for (int i = 0; i < out.elements(); i++) {
            float value = function.apply(
                    context.memory().getFloat(x, i), context.memory().getFloat(y, i));
            context.memory().setFloat(out, i, value);
        }
    }
}
