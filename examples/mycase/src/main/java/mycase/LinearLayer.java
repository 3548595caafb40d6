package mycase;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Map;

/** y = relu(x * w + bias), in tiles of rows: a product on a matrix core, the rest on a vector core. */
final class LinearLayer implements Workload {
    private static final Kernel MATMUL = Kernel.aic(0, "matmul", LinearLayer::matmul);
    private static final Kernel BIAS_RELU = Kernel.aiv(1, "bias_relu", LinearLayer::biasRelu);

    private record Sizes(int rows, int inner, int columns, int tile) {}

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public String description() {
        return "y = relu(x * w + bias) in tiles of rows";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("small", "256 rows in 16 tiles, 32 tasks", Map.of()),
                new Variant("tall", "4096 rows in 256 tiles, 512 tasks", Map.of("rows", "4096")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("rows", "256", "rows of x and y"),
                new CaseOption("inner", "128", "columns of x, rows of w"),
                new CaseOption("columns", "64", "columns of w and y"),
                new CaseOption("tile", "16", "rows that one task takes"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Sizes sizes =
                new Sizes(
                        options.integer("rows", 1, 1 << 16),
                        options.integer("inner", 1, 1 << 10),
                        options.integer("columns", 1, 1 << 10),
                        options.integer("tile", 1, 1 << 10));
        SeededInputs random = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        float[] x = input(built, random, "x", sizes.rows, sizes.inner);
        float[] w = input(built, random, "w", sizes.inner, sizes.columns);
        float[] bias = input(built, random, "bias", sizes.columns);
        built.output(
                "y",
                TensorSpec.of(DType.FLOAT32, sizes.rows, sizes.columns),
                () -> golden(sizes, x, w, bias));
        int tiles = (sizes.rows + sizes.tile - 1) / sizes.tile;
        return built.graph(2L * tiles, graph -> submit(graph, sizes), MATMUL, BIAS_RELU)
                .tolerance(1e-4);
    }

    private static float[] input(TensorCase built, SeededInputs random, String name, int... shape) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, shape);
        return built.input(name, spec, random.uniform((int) spec.elements(), 1));
    }

    /** The graph. That bias_relu follows its matmul is inferred from the tensor between them. */
    private static void submit(TaskGraph graph, Sizes sizes) {
        Tensor x = graph.argument("x");
        Tensor y = graph.argument("y");
        for (int row = 0; row < sizes.rows && !graph.hasFailed(); row += sizes.tile) {
            int rows = Math.min(sizes.tile, sizes.rows - row);
            try (Scope _ = graph.scope()) { // what a tile allocates goes back when it closes
                Tensor product =
                        graph.task(MATMUL)
                                .in(x.slice(0, row, rows))
                                .in(graph.argument("w"))
                                .out(TensorSpec.of(DType.FLOAT32, rows, sizes.columns))
                                .submit()
                                .output(0);
                graph.task(BIAS_RELU)
                        .in(product)
                        .in(graph.argument("bias"))
                        .outExisting(y.slice(0, row, rows))
                        .submit();
            }
        }
    }

    /** Arguments come in the order in which the graph adds them. */
    private static void matmul(KernelContext context) {
        float[] x = read(context, 0);
        float[] w = read(context, 1);
        int rows = context.tensor(2).dimension(0);
        int columns = context.tensor(2).dimension(1);
        int inner = context.tensor(1).dimension(0);
        float[] product = new float[rows * columns];
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < inner; k++) {
                for (int column = 0; column < columns; column++) {
                    product[row * columns + column] +=
                            x[row * inner + k] * w[k * columns + column];
                }
            }
        }
        context.memory().write(context.tensor(2), product);
    }

    private static void biasRelu(KernelContext context) {
        float[] values = read(context, 0);
        float[] bias = read(context, 1);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(0, values[i] + bias[i % bias.length]);
        }
        context.memory().write(context.tensor(2), values);
    }

    private static float[] read(KernelContext context, int index) {
        Tensor tensor = context.tensor(index);
        float[] values = new float[(int) tensor.elements()];
        context.memory().read(tensor, values);
        return values;
    }

    /** The same by its definition, in double precision and without tiles. */
    private static double[] golden(Sizes sizes, float[] x, float[] w, float[] bias) {
        double[] y = new double[sizes.rows * sizes.columns];
        for (int i = 0; i < y.length; i++) {
            int row = i / sizes.columns;
            int column = i % sizes.columns;
            double sum = bias[column];
            for (int k = 0; k < sizes.inner; k++) {
                sum += (double) x[row * sizes.inner + k] * w[k * sizes.columns + column];
            }
            y[i] = Math.max(0, sum);
        }
        return y;
    }
}
