package io.tidemark.workloads.mixed;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.DenseMath;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Per iteration five independent tasks, one of each shape: three kernels, a matrix kernel, a vector
 * kernel, two vector kernels, a matrix and a vector kernel. Stateless.
 */
public final class MixedWorkload implements Workload {
    private static final int TASKS = 5;
    private static final int SUBTASKS = 9;

    private static final Kernel MATMUL =
            Kernel.aic(0, "matmul", MixedWorkload::multiply).onDevice(code("mixed_matmul"));
    private static final Kernel ADD_SECOND =
            Kernel.aiv(1, "add_second", c -> add(c, 3)).onDevice(code("mixed_add_second"));
    private static final Kernel SCALE_THIRD =
            Kernel.aiv(2, "mul_third", c -> times(c, 6)).onDevice(code("mixed_times_third"));
    private static final Kernel ADD_FIRST =
            Kernel.aiv(3, "add_first", c -> add(c, 0)).onDevice(code("mixed_add_first"));
    private static final Kernel SCALE_SECOND =
            Kernel.aiv(4, "mul_second", c -> times(c, 3)).onDevice(code("mixed_times_second"));

    private static final MixedKernels ALL = MixedKernels.of(MATMUL, ADD_SECOND, SCALE_THIRD);
    private static final MixedKernels VECTORS = MixedKernels.of(null, ADD_FIRST, SCALE_SECOND);
    private static final MixedKernels MATRIX_AND_VECTOR = MixedKernels.of(MATMUL, ADD_SECOND, null);

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(MixedWorkload.class, "mixed.cuh", entryPoint);
    }

    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public String description() {
        return "tasks of one, two and three kernels on the cores of one cluster";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("tiles", "4 iterations on 128 x 128 tiles", Map.of()),
                new Variant("small", "4 iterations on 16 x 16 tiles", Map.of("tile", "16")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("tile", "128", "rows and columns of a tile"),
                new CaseOption("iterations", "4", "scopes of five tasks each"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        int tile = options.integer("tile", 1, 512);
        int rounds = options.integer("iterations", 1, 4096);
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, rounds, tile, tile);
        if (spec.elements() > 1L << 24) {
            throw new IllegalArgumentException(
                    "tile=" + tile + " iterations=" + rounds + " need more than 2^24 elements");
        }
        int elements = (int) spec.elements();
        SeededInputs inputs = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        float[] a = built.input("A", spec, inputs.uniform(elements, 1));
        float[] b = built.input("B", spec, inputs.uniform(elements, 1));
        float[] d = built.input("D", spec, inputs.uniform(elements, 1));
        float[] e = built.input("E", spec, inputs.uniform(elements, 1));
        float[] g = built.input("G", spec, inputs.uniform(elements, 1));
        float[] h = built.input("H", spec, inputs.uniform(elements, 1));
        Supplier<double[]> product = () -> goldenProduct(a, b, tile);
        Supplier<double[]> sum = () -> golden(d, e, false);
        Supplier<double[]> scaled = () -> golden(g, h, true);
        List.of("C", "J", "N").forEach(name -> built.output(name, spec, product));
        List.of("F", "K", "L", "O").forEach(name -> built.output(name, spec, sum));
        List.of("I", "M").forEach(name -> built.output(name, spec, scaled));
        return built.graph(
                        (long) TASKS * rounds,
                        graph -> submit(graph, rounds),
                        MATMUL,
                        ADD_SECOND,
                        SCALE_THIRD,
                        ADD_FIRST,
                        SCALE_SECOND)
                .subtasks((long) SUBTASKS * rounds)
                .tolerance(1e-3);
    }

    private static void submit(TaskGraph graph, int rounds) {
        for (int round = 0; round < rounds && !graph.hasFailed(); round++) {
            try (Scope _ = graph.scope()) {
                Tile tile = new Tile(graph, round);
                graph.task(ALL)
                        .in(tile.of("A"))
                        .in(tile.of("B"))
                        .outExisting(tile.of("C"))
                        .in(tile.of("D"))
                        .in(tile.of("E"))
                        .outExisting(tile.of("F"))
                        .in(tile.of("G"))
                        .in(tile.of("H"))
                        .outExisting(tile.of("I"))
                        .submit();
                graph.task(MATMUL)
                        .in(tile.of("A"))
                        .in(tile.of("B"))
                        .outExisting(tile.of("J"))
                        .submit();
                graph.task(ADD_FIRST)
                        .in(tile.of("D"))
                        .in(tile.of("E"))
                        .outExisting(tile.of("K"))
                        .submit();
                graph.task(VECTORS)
                        .in(tile.of("D"))
                        .in(tile.of("E"))
                        .outExisting(tile.of("L"))
                        .in(tile.of("G"))
                        .in(tile.of("H"))
                        .outExisting(tile.of("M"))
                        .submit();
                graph.task(MATRIX_AND_VECTOR)
                        .in(tile.of("A"))
                        .in(tile.of("B"))
                        .outExisting(tile.of("N"))
                        .in(tile.of("D"))
                        .in(tile.of("E"))
                        .outExisting(tile.of("O"))
                        .submit();
            }
        }
    }

    /** The tile of one iteration in each tensor. */
    private record Tile(TaskGraph graph, int round) {
        Tensor of(String name) {
            return graph.argument(name).select(0, round);
        }
    }

    private static void multiply(KernelContext context) {
        float[] left = read(context, 0);
        float[] right = read(context, 1);
        float[] result = new float[left.length];
        int tile = context.tensor(0).dimension(0);
        DenseMath.multiply(left, 0, right, 0, result, 0, tile, tile, tile);
        context.memory().write(context.tensor(2), result);
    }

    private static void add(KernelContext context, int first) {
        float[] left = read(context, first);
        float[] right = read(context, first + 1);
        for (int i = 0; i < left.length; i++) {
            left[i] += right[i];
        }
        context.memory().write(context.tensor(first + 2), left);
    }

    private static void times(KernelContext context, int first) {
        float[] left = read(context, first);
        float[] right = read(context, first + 1);
        for (int i = 0; i < left.length; i++) {
            left[i] *= right[i];
        }
        context.memory().write(context.tensor(first + 2), left);
    }

    private static float[] read(KernelContext context, int index) {
        float[] values = new float[(int) context.tensor(index).elements()];
        context.memory().read(context.tensor(index), values);
        return values;
    }

    private static double[] goldenProduct(float[] left, float[] right, int tile) {
        double[] result = new double[left.length];
        for (int i = 0; i < result.length; i++) {
            int row = i / tile * tile;
            int first = i / (tile * tile) * tile * tile + i % tile; // top of the column
            for (int k = 0; k < tile; k++) {
                result[i] += (double) left[row + k] * right[first + k * tile];
            }
        }
        return result;
    }

    private static double[] golden(float[] left, float[] right, boolean times) {
        double[] result = new double[left.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = times ? (double) left[i] * right[i] : (double) left[i] + right[i];
        }
        return result;
    }
}
