package io.tidemark.workloads.decoder;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One decoding step of a language model: norms, projections, rotation, attention over a paged cache
 * with fewer key heads than query heads, gated feed-forward part, residuals. Stateless.
 */
public final class DecoderWorkload implements Workload {
    private static final double TOLERANCE = 1e-3; // float against double, through all layers

    @Override
    public String name() {
        return "decoder";
    }

    @Override
    public String description() {
        return "a decoding step of a language model: cohort attention over a paged cache, gated"
                + " feed-forward, 225 tasks a layer";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("standard", "two layers, four sequences of 17 to 100 keys", Map.of()),
                new Variant(
                        "small",
                        "one layer of two sequences, 55 tasks",
                        Map.of("layers", "1", "batch", "2", "ctx", "5,33", "hidden", "32", "inter", "64")),
                new Variant(
                        "replay",
                        "eight layers, recorded as one graph that is replayed for each",
                        Map.of("layers", "8", "replay", "on")),
                new Variant("deep", "forty layers, about 9000 tasks", Map.of("layers", "40")),
                new Variant(
                        "wide",
                        "two layers of 16 sequences with 256 keys, hidden size 320",
                        Map.of(
                                "batch",
                                "16",
                                "ctx",
                                "256",
                                "hidden",
                                "320",
                                "heads",
                                "10",
                                "kv_heads",
                                "2",
                                "dim",
                                "32",
                                "inter",
                                "896",
                                "tile",
                                "64",
                                "page",
                                "32")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("layers", "2", "layers, one after the other"),
                new CaseOption("batch", "4", "sequences"),
                new CaseOption("hidden", "80", "width of the residual, a multiple of tile"),
                new CaseOption("heads", "4", "query heads, a multiple of kv_heads"),
                new CaseOption("kv_heads", "2", "key and value heads"),
                new CaseOption("dim", "16", "elements of one head, even"),
                new CaseOption("inter", "224", "width of the feed-forward part, a multiple of tile"),
                new CaseOption("page", "16", "keys in one page of the cache"),
                new CaseOption(
                        "ctx", "100,17,64,49", "keys of a sequence with its new one: one value, or one per sequence"),
                new CaseOption("tile", "16", "columns that one task handles, even"),
                new CaseOption("start", "sync", "sync or free: how the attention's blocks begin"),
                new CaseOption("early", "on", "on or off: consumers staged before producers end"),
                new CaseOption("replay", "off", "on or off: one recorded layer, replayed for each"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        DecoderSizes sizes = DecoderSizes.of(options);
        SeededInputs random = new SeededInputs(seed);
        TensorCase built = new TensorCase(title);
        Map<String, float[]> inputs = new HashMap<>();
        int hidden = sizes.hidden();
        int layers = sizes.layers();
        add(built, inputs, "hidden", random, 1, sizes.batch(), hidden);
        addGamma(built, inputs, "gamma_in", random, layers, hidden);
        addGamma(built, inputs, "gamma_post", random, layers, hidden);
        addGamma(built, inputs, "gamma_q", random, layers, sizes.dim());
        addGamma(built, inputs, "gamma_k", random, layers, sizes.dim());
        addWeights(built, inputs, "wq", random, layers, hidden, sizes.queryWidth());
        addWeights(built, inputs, "wk", random, layers, hidden, sizes.kvWidth());
        addWeights(built, inputs, "wv", random, layers, hidden, sizes.kvWidth());
        addWeights(built, inputs, "wo", random, layers, sizes.queryWidth(), hidden);
        addWeights(built, inputs, "wg", random, layers, hidden, sizes.inter());
        addWeights(built, inputs, "wu", random, layers, hidden, sizes.inter());
        addWeights(built, inputs, "wd", random, layers, sizes.inter(), hidden);
        int[] blockTable = random.permutation(sizes.pages());
        built.input("block_table", TensorSpec.of(DType.INT32, sizes.batch(), sizes.pagesPerSequence()), blockTable);
        built.input("contexts", TensorSpec.of(DType.INT32, sizes.batch()), sizes.context());
        DecoderGolden golden = new DecoderGolden(sizes, inputs, blockTable);
        TensorSpec cache = TensorSpec.of(DType.FLOAT32, layers, sizes.pages(), sizes.page(), sizes.kvWidth());
        for (String name : List.of("key_cache", "value_cache")) {
            float[] values = random.uniform((int) cache.elements(), 1);
            inputs.put(name, values);
            built.updated(name, cache, values, () -> golden.result(name));
        }
        TensorSpec out = TensorSpec.of(DType.FLOAT32, sizes.batch(), hidden);
        built.output("out", out, () -> golden.result("out"));
        return built.graph(
                        sizes.tasks(),
                        new DecoderGraph(sizes),
                        DecoderKernels.COPY,
                        DecoderKernels.X_GAMMA,
                        CohortAttention.TILING,
                        DecoderKernels.SEED,
                        DecoderKernels.RMS_RECIP,
                        DecoderKernels.Q_PROJ,
                        DecoderKernels.KV_PROJ,
                        CohortAttention.ON_MATRIX,
                        CohortAttention.ON_VECTOR,
                        CohortAttention.MERGE,
                        DecoderKernels.OUT_PROJ,
                        DecoderKernels.RESIDUAL,
                        DecoderKernels.POST_RMS,
                        DecoderKernels.GATE_PROJ,
                        DecoderKernels.UP_PROJ,
                        DecoderKernels.SILU,
                        DecoderKernels.DOWN_PROJ,
                        DecoderKernels.DCR_X_GAMMA)
                .argumentGolden(new DecoderIntermediates(sizes, inputs, golden, TOLERANCE))
                .tolerance(TOLERANCE);
    }

    /** Weights as large as keep products as large as what is multiplied. */
    private static void addWeights(
            TensorCase built,
            Map<String, float[]> inputs,
            String name,
            SeededInputs random,
            int layers,
            int rows,
            int columns) {
        float bound = (float) (1.5 / Math.sqrt(rows));
        add(built, inputs, name, random, bound, layers, rows, columns);
    }

    /** Factors between one half and three halves. */
    private static void addGamma(
            TensorCase built, Map<String, float[]> inputs, String name, SeededInputs random, int layers, int width) {
        float[] values = random.uniform(layers * width, 0.5f);
        for (int i = 0; i < values.length; i++) {
            values[i] += 1;
        }
        inputs.put(name, built.input(name, TensorSpec.of(DType.FLOAT32, layers, width), values));
    }

    private static void add(
            TensorCase built,
            Map<String, float[]> inputs,
            String name,
            SeededInputs random,
            float bound,
            int... shape) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, shape);
        float[] values = random.uniform((int) spec.elements(), bound);
        inputs.put(name, built.input(name, spec, values));
    }
}
