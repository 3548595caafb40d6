package cudacase;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
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

/**
 * y = x * gain / sqrt(mean of x * x + epsilon), row by row. Its kernel has two forms: Java for the
 * simulated chip, device code for a GPU.
 */
final class RmsNorm implements Workload {
    private static final float EPSILON = 1e-5f;

    private static final Kernel NORM =
            Kernel.aiv(0, "rms_norm", RmsNorm::norm)
                    .onDevice(
                            DeviceCode.read(
                                    "rms_norm.cuh",
                                    RmsNorm.class.getResourceAsStream("rms_norm.cuh"),
                                    "rms_norm"));

    private record Sizes(int rows, int columns, int tile) {}

    @Override
    public String name() {
        return "rms-norm";
    }

    @Override
    public String description() {
        return "y = x * gain / sqrt(mean of x * x + epsilon) in tiles of rows";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("small", "128 rows in 16 tiles", Map.of()),
                new Variant("wide", "rows of 4096", Map.of("columns", "4096")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("rows", "128", "rows of x and y"),
                new CaseOption("columns", "512", "columns of x and y"),
                new CaseOption("tile", "8", "rows that one task takes"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Sizes sizes =
                new Sizes(
                        options.integer("rows", 1, 1 << 14),
                        options.integer("columns", 1, 1 << 13),
                        options.integer("tile", 1, 1 << 10));
        SeededInputs random = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, sizes.rows, sizes.columns);
        float[] x = built.input("x", spec, random.uniform((int) spec.elements(), 1));
        float[] gain =
                built.input(
                        "gain",
                        TensorSpec.of(DType.FLOAT32, sizes.columns),
                        random.uniform(sizes.columns, 1));
        built.output("y", spec, () -> golden(sizes, x, gain));
        int tiles = (sizes.rows + sizes.tile - 1) / sizes.tile;
        return built.graph(tiles, graph -> submit(graph, sizes), NORM).tolerance(1e-4);
    }

    private static void submit(TaskGraph graph, Sizes sizes) {
        Tensor x = graph.argument("x");
        Tensor y = graph.argument("y");
        for (int row = 0; row < sizes.rows && !graph.hasFailed(); row += sizes.tile) {
            int rows = Math.min(sizes.tile, sizes.rows - row);
            try (Scope _ = graph.scope()) {
                graph.task(NORM)
                        .in(x.slice(0, row, rows))
                        .in(graph.argument("gain"))
                        .outExisting(y.slice(0, row, rows))
                        .scalar(EPSILON)
                        .submit();
            }
        }
    }

    private static void norm(KernelContext context) {
        float[] values = read(context, 0);
        float[] gain = read(context, 1);
        int columns = gain.length;
        for (int from = 0; from < values.length; from += columns) {
            float sum = 0;
            for (int i = 0; i < columns; i++) {
                sum += values[from + i] * values[from + i];
            }
            float scale = (float) (1 / Math.sqrt(sum / columns + EPSILON));
            for (int i = 0; i < columns; i++) {
                values[from + i] *= scale * gain[i];
            }
        }
        context.memory().write(context.tensor(2), values);
    }

    private static float[] read(KernelContext context, int index) {
        Tensor tensor = context.tensor(index);
        float[] values = new float[(int) tensor.elements()];
        context.memory().read(tensor, values);
        return values;
    }

    private static double[] golden(Sizes sizes, float[] x, float[] gain) {
        double[] y = new double[x.length];
        for (int row = 0; row < sizes.rows; row++) {
            double sum = 0;
            for (int i = 0; i < sizes.columns; i++) {
                sum += (double) x[row * sizes.columns + i] * x[row * sizes.columns + i];
            }
            double scale = 1 / Math.sqrt(sum / sizes.columns + EPSILON);
            for (int i = 0; i < sizes.columns; i++) {
                y[row * sizes.columns + i] = x[row * sizes.columns + i] * scale * gain[i];
            }
        }
        return y;
    }
}
