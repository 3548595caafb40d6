package io.tidemark.workloads.control;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.RingSizes;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Small graphs whose result depends on the order alone: if one task runs too early, or not at all,
 * or although it should not, a number is wrong. Stateless.
 */
public final class ControlWorkload implements Workload {
    static final int CELL = 16;
    static final int FIRST = 42;
    static final int CLOBBER = 999;

    private static final TensorSpec ONE_CELL = TensorSpec.of(DType.FLOAT32, CELL);
    private static final long MIB = 1 << 20;

    @Override
    public String name() {
        return "control";
    }

    @Override
    public String description() {
        return "dummy tasks, predicates, scalars and narrow heaps, where only the order counts";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                variant("dummy-chain", "a value passes through COUNT dummy tasks", "1000"),
                variant("dummy-barrier", "two producers, a dummy that waits for both", "2"),
                variant("dummy-fan", "one producer, COUNT dummies, one consumer", "18"),
                variant("predicate-true", "a task whose predicate holds overwrites", "1"),
                variant("predicate-false", "a task whose predicate fails must not run", "1"),
                variant("heap-rebase", "COUNT scopes of 1 MiB on a heap of 1.5 MiB", "2"),
                variant("dep-chain", "COUNT producers, a dummy with as many edges", "647"),
                variant("fanin", "COUNT producers, COUNT consumers of all of them", "64"),
                variant("scalar-data", "the orchestration reads and writes elements", "1"),
                variant("alternating", "COUNT products and COUNT sums without edges", "64"));
    }

    private static Variant variant(String way, String text, String count) {
        return new Variant(way, text, Map.of("way", way.replace('-', '_'), "count", count));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("way", "dummy_chain", "which of the graphs; each has a variant"),
                new CaseOption("count", "1000", "COUNT in the descriptions of the variants"),
                new CaseOption("tile", "16", "rows and columns where matrices are multiplied"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        ControlGraph.Way way = options.choice("way", ControlGraph.Way.class);
        int count = options.integer("count", 1, way == ControlGraph.Way.FANIN ? 256 : 8192);
        TensorCase built = new TensorCase(title);
        return switch (way) {
            case DUMMY_CHAIN -> one(built, way, count, FIRST, count + 2L, 2);
            case DUMMY_BARRIER -> withScratch(built, way, count, 1 + 2, 4, 3);
            case DUMMY_FAN -> withScratch(built, way, count, FIRST, count + 2L, 2);
            case PREDICATE_TRUE -> one(built, way, count, CLOBBER, 4, 4);
            case PREDICATE_FALSE -> one(built, way, count, FIRST, 4, 3);
            case HEAP_REBASE -> heapRebase(built, way, count);
            case DEP_CHAIN -> one(built, way, count, count, count + 2L, count + 1L);
            case FANIN -> fanin(built, count);
            case SCALAR_DATA -> scalarData(built, way);
            case ALTERNATING -> alternating(built, count, options.integer("tile", 1, 128), seed);
        };
    }

    /** A case whose one output has the same value everywhere. */
    private static WorkloadCase one(
            TensorCase built, ControlGraph.Way way, int count, double value, long tasks, long subtasks) {
        built.output("out", ONE_CELL, () -> everywhere(value, CELL));
        return finish(built, way, count, tasks, subtasks);
    }

    private static WorkloadCase withScratch(
            TensorCase built, ControlGraph.Way way, int count, double value, long tasks, long subtasks) {
        built.scratch("x", ONE_CELL);
        built.scratch("y", ONE_CELL);
        double golden = way == ControlGraph.Way.DUMMY_FAN ? value : value * CELL;
        return one(built, way, count, golden, tasks, subtasks);
    }

    private static WorkloadCase heapRebase(TensorCase built, ControlGraph.Way way, int count) {
        built.output("out", TensorSpec.of(DType.FLOAT32, count, CELL), () -> {
            double[] golden = new double[count * CELL];
            Arrays.setAll(golden, i -> FIRST + i / CELL);
            return golden;
        });
        built.rings(RingSizes.defaults().withHeapBytes(MIB, MIB + MIB / 2, MIB, MIB));
        return finish(built, way, count, 2L * count, 2L * count);
    }

    private static WorkloadCase fanin(TensorCase built, int count) {
        built.scratch("x", TensorSpec.of(DType.FLOAT32, count, 1));
        double sum = count * (count - 1) / 2.0;
        built.output("out", TensorSpec.of(DType.FLOAT32, count, 1), () -> everywhere(sum, count));
        built.rings(RingSizes.defaults().withDependencyPool(Math.max(16_384, count * count)));
        return finish(built, ControlGraph.Way.FANIN, count, 2L * count, 2L * count);
    }

    private static WorkloadCase scalarData(TensorCase built, ControlGraph.Way way) {
        built.output("out", TensorSpec.of(DType.FLOAT32, 6), () -> ControlGraph.SCALARS.clone());
        return finish(built, way, 1, 4, 4);
    }

    private static WorkloadCase alternating(TensorCase built, int count, int tile, long seed) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, count, tile, tile);
        if (spec.elements() > 1L << 24) {
            throw new IllegalArgumentException("count=" + count + " tile=" + tile + " need more than 2^24 elements");
        }
        SeededInputs inputs = new SeededInputs(seed);
        float[] a = built.input("A", spec, inputs.uniform((int) spec.elements(), 1));
        float[] b = built.input("B", spec, inputs.uniform((int) spec.elements(), 1));
        built.output("product", spec, () -> product(a, b, tile));
        built.output("sum", spec, () -> {
            double[] golden = new double[a.length];
            Arrays.setAll(golden, i -> (double) a[i] + b[i]);
            return golden;
        });
        built.tolerance(1e-4);
        return finish(built, ControlGraph.Way.ALTERNATING, count, 2L * count, 2L * count);
    }

    private static WorkloadCase finish(TensorCase built, ControlGraph.Way way, int count, long tasks, long subtasks) {
        return built.graph(tasks, graph -> new ControlGraph(graph, count).submit(way), ControlKernels.ALL)
                .subtasks(subtasks);
    }

    private static double[] everywhere(double value, int count) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    private static double[] product(float[] a, float[] b, int tile) {
        double[] golden = new double[a.length];
        for (int i = 0; i < golden.length; i++) {
            int matrix = i / (tile * tile) * tile * tile;
            int row = i % (tile * tile) / tile;
            int column = i % tile;
            for (int k = 0; k < tile; k++) {
                golden[i] += (double) a[matrix + row * tile + k] * b[matrix + k * tile + column];
            }
        }
        return golden;
    }
}
