package io.tidemark.workloads.moe;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.List;
import java.util.Map;

/** A wide layer of experts, of which the device itself decides which tiles run. Stateless. */
public final class MoeWorkload implements Workload {
    private static final double TOLERANCE = 1e-4;
    private static final float STEP = 1f / 16; // few bits: scores are exact in any order of addition

    @Override
    public String name() {
        return "moe";
    }

    @Override
    public String description() {
        return "a mixture-of-experts layer routed on the device; tiles without tokens retire" + " without running";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("standard", "8 tokens over 32 experts, two each, 803 tasks", Map.of()),
                new Variant(
                        "small",
                        "5 tokens over 4 experts, one each, 79 tasks",
                        Map.of("tokens", "5", "experts", "4", "top", "1")),
                new Variant(
                        "large",
                        "64 tokens over 64 experts, four each, 6211 tasks",
                        Map.of("tokens", "64", "experts", "64", "top", "4", "tile", "4")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("tokens", "8", "tokens of the batch"),
                new CaseOption("hidden", "64", "width of a token"),
                new CaseOption("inter", "96", "width inside an expert"),
                new CaseOption("experts", "32", "experts"),
                new CaseOption("top", "2", "experts that each token goes to"),
                new CaseOption("tile", "2", "tokens of one expert in one tile of six tasks"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        MoeSizes sizes = MoeSizes.of(options);
        SeededInputs random = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        int hidden = sizes.hidden();
        int inter = sizes.inter();
        int experts = sizes.experts();
        float[] x = coarse(built, random, "x", sizes.tokens(), hidden);
        float[] router = coarse(built, random, "router", hidden, experts);
        float inward = (float) (1.5 / Math.sqrt(hidden));
        float outward = (float) (1.5 / Math.sqrt(inter));
        float[] gate = input(built, random, "gate", inward, experts, hidden, inter);
        float[] up = input(built, random, "up", inward, experts, hidden, inter);
        float[] down = input(built, random, "down", outward, experts, inter, hidden);
        MoeGolden golden = new MoeGolden(sizes, x, router, gate, up, down);
        built.output("filled", TensorSpec.of(DType.FLOAT32, experts, sizes.tiles()), golden::filled);
        built.output("out", TensorSpec.of(DType.FLOAT32, sizes.tokens(), hidden), golden::out);
        return built.graph(
                        sizes.tasks(),
                        new MoeGraph(sizes),
                        MoeKernels.SCORES,
                        MoeKernels.ROUTE,
                        MoeKernels.GATHER,
                        MoeKernels.GATE,
                        MoeKernels.UP,
                        MoeKernels.SILU,
                        MoeKernels.DOWN,
                        MoeKernels.WEIGH,
                        MoeKernels.COMBINE)
                .argumentGolden(new MoeIntermediates(sizes, golden, TOLERANCE))
                .tolerance(TOLERANCE);
    }

    private static float[] input(TensorCase built, SeededInputs random, String name, float bound, int... shape) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, shape);
        return built.input(name, spec, random.uniform((int) spec.elements(), bound));
    }

    /** Multiples of a sixteenth between -1 and 1. */
    private static float[] coarse(TensorCase built, SeededInputs random, String name, int rows, int columns) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, rows, columns);
        float[] values = random.uniform((int) spec.elements(), 1);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(values[i] / STEP) * STEP;
        }
        return built.input(name, spec, values);
    }
}
