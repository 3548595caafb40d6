package io.tidemark.workloads.bgemm;

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
import io.tidemark.workloads.DenseMath;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Map;

/**
 * {@code C[g] = sum over k of A[g,k] * B[g,k]}: one scope per group, products in parallel, sums in
 * a chain. Stateless.
 */
public final class BgemmWorkload implements Workload {
    private static final Kernel GEMM =
            Kernel.aic(0, "gemm", BgemmWorkload::gemm).onDevice(code("bgemm_gemm"));
    private static final Kernel ADD =
            Kernel.aiv(1, "tile_add", BgemmWorkload::add).onDevice(code("bgemm_add"));

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(BgemmWorkload.class, "bgemm.cuh", entryPoint);
    }

    /** Sizes of one case; a tile group is {@code loop} square tiles. */
    private record Sizes(int groups, int gridK, int loop, int tile) {
        static Sizes of(CaseOptions options) {
            int tasks = options.integer("tasks", 1, 1 << 20);
            int gridK = options.integer("grid_k", 1, 1 << 10);
            if (tasks % gridK != 0) {
                throw new IllegalArgumentException("tasks=" + tasks + " is not a multiple of grid_k=" + gridK);
            }
            Sizes sizes =
                    new Sizes(tasks / gridK, gridK, options.integer("loop", 1, 64), options.integer("tile", 1, 256));
            if (sizes.groupElements() * tasks > 1L << 28) {
                throw new IllegalArgumentException("tasks="
                        + tasks
                        + " loop="
                        + sizes.loop
                        + " tile="
                        + sizes.tile
                        + " need more than 2^28 elements for each of A and B");
            }
            return sizes;
        }

        long groupElements() {
            return (long) loop * tile * tile;
        }
    }

    @Override
    public String name() {
        return "bgemm";
    }

    @Override
    public String description() {
        return "batched matrix products in tiles, partial sums chained through C";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                variant("case1", "64 products of 4 tiles, two to a sum", 64, 128, 4, 2),
                variant("case0", "500 products, 250 groups; needs about 700 MiB", 500, 128, 4, 2),
                variant("case2", "256 products of 4 tiles", 256, 128, 4, 2),
                variant("case3", "64 products of 16 tiles", 64, 128, 16, 2),
                variant("case4", "64 products, four to a sum", 64, 128, 4, 4),
                variant("bgemm64", "32 products of one 64 x 64 tile, four to a sum", 32, 64, 1, 4));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("tasks", "64", "matrix products; as many additions follow"),
                new CaseOption("tile", "128", "rows and columns of a tile"),
                new CaseOption("loop", "4", "tiles per task"),
                new CaseOption("grid_k", "2", "products that add up to one result"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        Sizes sizes = Sizes.of(options);
        int tile = sizes.tile;
        TensorSpec factors = TensorSpec.of(DType.FLOAT32, sizes.groups, sizes.gridK, sizes.loop, tile, tile);
        SeededInputs inputs = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        float[] a = built.input("A", factors, inputs.uniform((int) factors.elements(), 1));
        float[] b = built.input("B", factors, inputs.uniform((int) factors.elements(), 1));
        built.input("config", TensorSpec.of(DType.INT32, 3), new int[] {tile, sizes.loop, sizes.gridK});
        TensorSpec result = TensorSpec.of(DType.FLOAT32, sizes.groups * sizes.loop, tile, tile);
        built.output("C", result, () -> golden(sizes, a, b));
        long tasks = 2L * sizes.groups * sizes.gridK;
        return built.graph(tasks, graph -> submit(graph, sizes), GEMM, ADD).tolerance(1e-4);
    }

    private static void submit(TaskGraph graph, Sizes sizes) {
        Tensor a = graph.argument("A");
        Tensor b = graph.argument("B");
        Tensor c = graph.argument("C");
        Tensor config = graph.argument("config");
        TensorSpec tiles = TensorSpec.of(DType.FLOAT32, sizes.loop, sizes.tile, sizes.tile);
        for (int group = 0; group < sizes.groups && !graph.hasFailed(); group++) {
            try (Scope _ = graph.scope()) {
                Tensor sum = c.slice(0, group * sizes.loop, sizes.loop);
                for (int k = 0; k < sizes.gridK; k++) {
                    Tensor left = a.select(0, group).select(0, k);
                    Tensor right = b.select(0, group).select(0, k);
                    Tensor product = graph.task(GEMM)
                            .in(left)
                            .in(right)
                            .out(tiles)
                            .in(config)
                            .submit()
                            .output(0);
                    graph.task(ADD).inout(sum).in(product).in(config).submit();
                }
            }
        }
    }

    private static double[] golden(Sizes sizes, float[] a, float[] b) {
        int tile = sizes.tile;
        double[] c = new double[(int) (sizes.groups * sizes.groupElements())];
        for (int group = 0; group < sizes.groups; group++) {
            for (int k = 0; k < sizes.gridK; k++) {
                for (int row = 0; row < sizes.loop * tile; row++) {
                    int to = (group * sizes.loop * tile + row) * tile;
                    int from = ((group * sizes.gridK + k) * sizes.loop * tile + row) * tile;
                    int rightTile = from - row % tile * tile; // first element of the tile that the row
                    // belongs to
                    for (int inner = 0; inner < tile; inner++) {
                        double factor = a[from + inner];
                        for (int column = 0; column < tile; column++) {
                            c[to + column] += factor * b[rightTile + inner * tile + column];
                        }
                    }
                }
            }
        }
        return c;
    }

    private static void gemm(KernelContext context) {
        int tile = (int) context.memory().getLong(context.tensor(3), 0);
        int loop = (int) context.memory().getLong(context.tensor(3), 1);
        float[] left = new float[loop * tile * tile];
        float[] right = new float[left.length];
        float[] product = new float[left.length];
        context.memory().read(context.tensor(0), left);
        context.memory().read(context.tensor(1), right);
        for (int i = 0; i < loop; i++) {
            int at = i * tile * tile;
            DenseMath.multiply(left, at, right, at, product, at, tile, tile, tile);
        }
        context.memory().write(context.tensor(2), product);
    }

    private static void add(KernelContext context) {
        Tensor sum = context.tensor(0);
        float[] total = new float[(int) sum.elements()];
        float[] part = new float[total.length];
        context.memory().read(sum, total);
        context.memory().read(context.tensor(1), part);
        for (int i = 0; i < total.length; i++) {
            total[i] += part[i];
        }
        context.memory().write(sum, total);
    }

    private static Variant variant(String name, String text, int tasks, int tile, int loop, int gridK) {
        return new Variant(
                name, text, Map.of("tasks", "" + tasks, "tile", "" + tile, "loop", "" + loop, "grid_k", "" + gridK));
    }
}
