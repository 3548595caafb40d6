package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Worker;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases on the real runtime: golden values and identical bits whatever the machine looks like.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // every test compares with the bits of every other
class WorkloadRunTest {
    private static final long SEED = 42;
    private static final long KIB = 1024;

    /** Small enough to run often, with every kind of graph. */
    private static final List<String> CASES = List.of(
            "vector",
            "vector:random elements=1000",
            "bgemm:case1 tile=16 tasks=16",
            "bgemm:case4 tile=8 tasks=16",
            "bgemm:bgemm64 tile=32",
            "paged-attention:small1",
            "paged-attention:small2",
            "paged-attention:varseq2 heads=150",
            "paged-attention:varseq4",
            "paged-attention:varseq4 deps=explicit",
            "paged-attention:varseq4 unroll=3 dtype=bf16",
            "mixed:small",
            "mixed tile=5 iterations=9",
            "paged-attention:varseq4 blocks=24",
            "spmd:basic",
            "spmd:multiblock-aiv",
            "spmd:multiblock-mix",
            "spmd:batch-dispatch",
            "spmd shape=aic blocks=7,300,1 repeat=4",
            "control:dummy-chain",
            "control:dummy-barrier",
            "control:dummy-fan",
            "control:predicate-true",
            "control:predicate-false",
            "control:heap-rebase",
            "control:dep-chain",
            "control:dep-chain count=64",
            "control:dep-chain count=65",
            "control:fanin",
            "control:scalar-data",
            "control:alternating",
            "decoder:small",
            "decoder",
            "decoder:small replay=on layers=5",
            "moe:small",
            "moe",
            "noop tasks=2000 scope=100",
            "noop:chain tasks=500 width=3 scope=50",
            "noop:tree tasks=500 scope=60",
            "noop:independent tasks=2000");

    /** Cases that a graph built on the host cannot be, and what says so. */
    private static final Map<String, String> BEYOND_HOST_GRAPHS = Map.of(
            "control:dep-chain", "DEP_POOL_OVERFLOW", // more than 128 producers
            "control:scalar-data", "INVALID_ARGS"); // reads what tasks write

    private final Map<String, int[]> bits = new TreeMap<>();

    @ParameterizedTest
    @CsvSource({"1,2", "1,5", "2,3", "8,4", "24,2", "36,2", "36,5"})
    void everyCaseEqualsItsGoldenOnAnyNumberOfClustersAndThreads(int clusters, int threads) {
        boolean isLarge = threads > Platform.A2A3.maxAicpuThreads() || clusters > Platform.A2A3.maxClusters();
        Platform platform = isLarge ? Platform.A5 : Platform.A2A3;
        RuntimeConfig.Builder machine =
                RuntimeConfig.builder().platform(platform).clusters(clusters);
        try (Worker worker = Worker.open(machine.memoryBytes(8 << 20).build())) {
            CallConfig config = CallConfig.builder().aicpuThreads(threads).build();
            CASES.forEach(name -> verifiedRun(worker, name, config));
        }
    }

    @ParameterizedTest
    @CsvSource({"1,2", "8,4", "24,5"})
    void aGraphBuiltOnTheHostGivesEveryCaseTheSameBits(int clusters, int threads) {
        Platform platform = threads > Platform.A2A3.maxAicpuThreads() ? Platform.A5 : Platform.A2A3;
        RuntimeConfig.Builder machine = RuntimeConfig.builder()
                .runtime(RuntimeKind.HBG)
                .platform(platform)
                .clusters(clusters);
        try (Worker worker = Worker.open(machine.memoryBytes(8 << 20).build())) {
            CallConfig config = CallConfig.builder().aicpuThreads(threads).build();
            for (String name : CASES) {
                String error = BEYOND_HOST_GRAPHS.get(name);
                if (error == null) {
                    verifiedRun(worker, name, config);
                } else {
                    WorkloadCase built = build(name);
                    RunResult result = worker.run(built.orchestration(), built.hostTensors(), config);
                    assertThat(result.errorName()).as(name).isEqualTo(error);
                }
            }
        }
    }

    @Test
    void noWorkloadIsLeftOut() {
        List<String> left = new ArrayList<>();
        for (Workload workload : new StandardWorkloads().workloads()) {
            if (CASES.stream().noneMatch(text -> text.split("[: ]")[0].equals(workload.name()))) {
                left.add(workload.name());
            }
        }
        assertThat(left).isEmpty();
    }

    /** Each layer takes the memory of the one before; what it still needs must be kept. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void layersThatReuseTheMemoryOfEarlierOnesGiveTheSameBits(int clusters) {
        try (Worker worker = open(clusters)) {
            CallConfig tiny = CallConfig.builder()
                    .heapBytes(16 * KIB, 40 * KIB, KIB, KIB)
                    .taskWindow(8, 8, 64, 4)
                    .build();
            for (String layers : List.of("decoder:small layers=12", "decoder:small layers=12 replay=on")) {
                verifiedRun(worker, layers, CallConfig.defaults());
                verifiedRun(worker, layers, tiny);
            }
        }
    }

    @Test
    void tilesWithoutTokensRetireWithoutRunning() {
        try (Worker worker = open(4)) {
            WorkloadCase built = build("moe");
            RunResult result = worker.run(built.orchestration(), built.hostTensors());
            assertThat(built.verify(result).ok()).isTrue();
            assertThat(result.skipped()).isEqualTo(6L * (32 * 4 - result.subtasks() / 6));
            assertThat(result.subtasks()).isBetween(6L * 8 + 3, 6L * 16 + 3);
        }
    }

    @Test
    void bitsAreTheSameOverAHundredRuns() {
        try (Worker worker = open(8)) {
            for (int run = 0; run < 100; run++) {
                verifiedRun(worker, "paged-attention:varseq4", CallConfig.defaults());
                verifiedRun(worker, "bgemm:case1 tile=16 tasks=16", CallConfig.defaults());
            }
        }
    }

    /**
     * A scope of four tasks needs a window of eight; a heap must hold one scope and one more
     * request.
     */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void tinyWindowsAndHeapsSlowRunsDownButChangeNothing(int window) {
        try (Worker worker = open(4)) {
            CallConfig.Builder tiny =
                    CallConfig.builder().taskWindow(4, window, window, 4).dependencyPool(window);
            CallConfig vector = tiny.heapBytes(65 * KIB, 257 * KIB, KIB, KIB).build();
            verifiedRun(worker, "vector", vector);
            CallConfig attention = tiny.heapBytes(KIB, 8 * KIB, 8 * KIB, KIB).build();
            verifiedRun(worker, "paged-attention:varseq4", attention);
            verifiedRun(worker, "paged-attention:small2 deps=explicit", attention);
            CallConfig bgemm = tiny.heapBytes(KIB, 8 * KIB, KIB, KIB).build();
            verifiedRun(worker, "bgemm:case1 tile=8 loop=2 tasks=64", bgemm);
            verifiedRun(worker, "noop tasks=600 scope=" + (window - 2), bgemm);
        }
    }

    @Test
    void theSmallestWindowRunsScopesOfTwoAndRefusesScopesOfFour() {
        try (Worker worker = open(4)) {
            CallConfig smallest =
                    CallConfig.builder().taskWindow(4).dependencyPool(4).build();
            verifiedRun(worker, "noop:independent tasks=600 scope=2", smallest);
            verifiedRun(worker, "bgemm:case1 grid_k=1 tile=16 tasks=16", smallest);
            WorkloadCase vector = build("vector");
            RunResult result = worker.run(vector.orchestration(), vector.hostTensors(), smallest);
            assertThat(result.errorName()).isEqualTo("SCOPE_DEADLOCK");
            assertThat(vector.verify(result).sentence()).startsWith("not verified: ");
            verifiedRun(worker, "vector", CallConfig.defaults()); // and leaves nothing behind
        }
    }

    @Test
    void theTinyRingCaseBringsItsOwnRings() {
        try (Worker worker = open(8)) {
            WorkloadCase built = build("paged-attention:tiny-ring batch=8 ctx=512");
            CallConfig config =
                    CallConfig.builder().rings(built.rings().orElseThrow()).build();
            assertThat(config.rings().taskWindow(2)).isEqualTo(64);
            RunResult result = worker.run(built.orchestration(), built.hostTensors(), config);
            Verification verification = built.verify(result);
            assertThat(verification.ok()).as(verification.sentence()).isTrue();
        }
    }

    /** The second scope finds the heap empty, but its top in the middle. */
    @Test
    void aHeapThatIsEmptyTakesARequestLargerThanWhatIsLeftBehindItsTop() {
        try (Worker worker = open(4)) {
            WorkloadCase built = build("control:heap-rebase count=20");
            CallConfig config =
                    CallConfig.builder().rings(built.rings().orElseThrow()).build();
            RunResult result = worker.run(built.orchestration(), built.hostTensors(), config);
            Verification verification = built.verify(result);
            assertThat(verification.ok()).as(verification.sentence()).isTrue();
        }
    }

    @Test
    void aWrongKernelIsCaughtWithTheFirstElementThatDiffers() {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, 4, 8);
        Kernel wrong = Kernel.aiv(0, "copy_but_one", context -> {
            float[] values = new float[32];
            context.memory().read(context.tensor(0), values);
            values[19] += 0.5f;
            context.memory().write(context.tensor(1), values);
        });
        TensorCase built = new TensorCase("wrong:kernel").tolerance(1e-5);
        float[] x = built.input("x", spec, new SeededInputs(SEED).uniform(32, 1));
        double[] golden = new double[32];
        Arrays.setAll(golden, i -> x[i]);
        built.output("y", spec, () -> golden);
        built.graph(
                1,
                graph -> {
                    Tensor y = graph.argument("y");
                    graph.task(wrong).in(graph.argument("x")).outExisting(y).submit();
                },
                wrong);
        try (Worker worker = open(1)) {
            RunResult result = worker.run(built.orchestration(), built.hostTensors());
            Verification verification = built.verify(result);
            assertThat(verification.ok()).isFalse();
            assertThat(verification.difference().index()).isEqualTo("[2, 3]");
            assertThat(verification.sentence()).startsWith("y[2, 3] is ").contains("1 of 32 elements differ");
        }
    }

    private static Worker open(int clusters) {
        return Worker.open(
                RuntimeConfig.builder().clusters(clusters).memoryBytes(8 << 20).build());
    }

    private static WorkloadCase build(String text) {
        String[] words = text.split(" ");
        List<String> options = List.of(words).subList(1, words.length);
        return WorkloadCatalog.load().find(words[0]).build(options, SEED);
    }

    /** Runs, verifies, and compares the outputs bit by bit with the first run of the same case. */
    private void verifiedRun(Worker worker, String text, CallConfig config) {
        WorkloadCase built = build(text);
        RunResult result = worker.run(built.orchestration(), built.hostTensors(), config);
        Verification verification = built.verify(result);
        assertThat(verification.ok()).as(text + ": " + verification.sentence()).isTrue();
        assertThat(result.abandonedThreads()).isEmpty();
        int[] outputs = built.hostTensors().stream()
                .filter(tensor -> tensor.direction() != HostTensor.Direction.IN)
                .flatMapToInt(tensor -> Arrays.stream(tensor.data().toArray(ValueLayout.JAVA_INT)))
                .toArray();
        int[] before = bits.putIfAbsent(text, outputs);
        assertThat(before == null || Arrays.equals(before, outputs))
                .as("bits of " + text)
                .isTrue();
    }
}
