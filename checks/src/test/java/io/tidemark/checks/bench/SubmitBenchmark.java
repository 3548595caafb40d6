package io.tidemark.checks.bench;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.chip.Chip;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.HostWaits;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.TeamBoard;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A submit and nothing else: no scheduler takes what is ready, so rings for a whole batch are made
 * empty before each batch. What JMH counts as allocated is that; {@link WholeRuns} tells what a
 * submit allocates. Beside it the same graph of the JDK's futures, of which none runs.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SubmitBenchmark {
    private static final int BATCH = 16_384;
    private static final int WIDTH = 64;
    private static final int BODY = 1_000; // tasks of the graph that is replayed
    static final int REPLAYS = 16;
    private static final int MEMORY_BYTES = 1 << 20;
    private static final Kernel NOOP = Kernel.aiv(0, "noop", context -> {});

    /** An orchestrator without schedulers. */
    @State(Scope.Thread)
    public static class Submits {
        final RingSizes rings = RingSizes.defaults()
                .withTaskWindow(2L * BATCH, 64, 64, 64) // all are submitted to the first
                .withHeapBytes(MEMORY_BYTES / 4)
                .withDependencyPool(8L * BATCH, 64, 64, 64);
        final RuntimeConfig config = RuntimeConfig.builder().clusters(8).build();
        final DeviceClock clock = NoopRuns.clock();
        final Chip chip = new SimulatedChip("bench", config.shape(), MEMORY_BYTES, () -> {
            throw new IllegalStateException("no core runs here");
        });
        final DeviceMemory memory = chip.memory().map();
        final long memoryAt = chip.memory().baseAddress();
        final Map<String, Tensor> cells = new LinkedHashMap<>();
        final Tensor[] rows = new Tensor[2 * WIDTH];
        final TaskTable table = new TaskTable(rings);
        final int[] windows = new int[TaskId.RINGS];
        TensorMap map;
        Orchestrator orchestrator;

        @Setup
        public void makeTensors() {
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Tensor.of(memoryAt + 1024L * i, DType.FLOAT32, 16);
                cells.put("cell" + i, rows[i]);
            }
            Arrays.setAll(windows, rings::taskWindow);
            map = new TensorMap(TensorMap.DEFAULT_CAPACITY, TensorMap.DEFAULT_BUCKETS, windows);
            table.attach(memory);
        }

        @Setup(Level.Invocation)
        public void makeEmpty() {
            table.reset();
            map.clear();
            OrchestratorSite site = new OrchestratorSite(
                    table,
                    map,
                    new RunLatches(),
                    new TeamBoard(config.shape(), 1, false, HostWaits.none()),
                    clock,
                    new AloneStepper().pacer(),
                    config,
                    memory,
                    chip,
                    null);
            orchestrator = new Orchestrator(site, SubmitPolicy.reclaiming(site), cells);
        }

        @TearDown
        public void free() {
            chip.close();
        }

        void submitAll(TaskGraph graph) {
            submit(graph, rows, BATCH);
        }

        void call(TaskGraph graph, int times) {
            for (int call = 0; call < times; call++) {
                graph.submitGraph("layers", Submits::body, rows);
            }
        }

        private static void body(TaskGraph graph, GraphArguments arguments) {
            Tensor[] cells = new Tensor[2 * WIDTH];
            Arrays.setAll(cells, arguments::tensor);
            submit(graph, cells, BODY);
        }

        private static void submit(TaskGraph graph, Tensor[] cells, int tasks) {
            for (int task = 0; task < tasks; task++) {
                int column = task % WIDTH;
                int now = (task / WIDTH & 1) * WIDTH;
                int before = WIDTH - now;
                graph.task(NOOP)
                        .in(cells[before + column])
                        .in(cells[before + (column + 1) % WIDTH])
                        .inout(cells[now + column])
                        .submit();
            }
        }
    }

    /** The same with a graph that was recorded and replayed once. */
    @State(Scope.Thread)
    public static class Replays extends Submits {
        @Override
        @Setup(Level.Invocation)
        public void makeEmpty() {
            super.makeEmpty();
            orchestrator.run(graph -> call(graph, 2));
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long submitATaskOfThreeTensors(Submits submits) {
        submits.orchestrator.run(submits::submitAll);
        long submitted = submits.table.submittedAcquire();
        if (submitted != BATCH) {
            throw new IllegalStateException(submitted + " of " + BATCH + " were submitted");
        }
        return submitted;
    }

    /** The same tasks as a recorded graph, from the second replay on; one task more for each. */
    @Benchmark
    @OperationsPerInvocation(BODY * REPLAYS)
    public long replayATaskOfThreeTensors(Replays submits) {
        submits.orchestrator.run(graph -> submits.call(graph, REPLAYS));
        long submitted = submits.table.submittedAcquire();
        if (submitted < BODY * (2 + REPLAYS)) {
            throw new IllegalStateException(submitted + " were submitted");
        }
        return submitted;
    }

    /** Dependencies are given, not inferred; what is ready waits for ever. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public CompletableFuture<?> theSameSubmitByFutures() {
        ArrayDeque<Runnable> ready = new ArrayDeque<>(2 * WIDTH);
        CompletableFuture<?>[] rows = new CompletableFuture<?>[2 * WIDTH];
        Arrays.fill(rows, CompletableFuture.completedFuture(null));
        for (int task = 0; task < BATCH; task++) {
            int column = task % WIDTH;
            int now = (task / WIDTH & 1) * WIDTH;
            int before = WIDTH - now;
            rows[now + column] = CompletableFuture.allOf(
                            rows[before + column], rows[before + (column + 1) % WIDTH], rows[now + column])
                    .thenRunAsync(() -> {}, ready::add);
        }
        return rows[0];
    }
}
