package io.tidemark.workloads.attention;

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
import java.util.List;
import java.util.Map;

/** Attention of one query per sequence over keys and values in pages. Stateless. */
public final class PagedAttentionWorkload implements Workload {
    private static final double TOLERANCE = 1e-3; // weights are rounded to bfloat16

    private static final Map<String, String> MEDIUM =
            Map.of("batch", "8", "dim", "64", "block", "64", "ctx", "1024,512,768,1000,640,896,333,1024");

    @Override
    public String name() {
        return "paged-attention";
    }

    @Override
    public String description() {
        return "attention over a paged cache, softmax block by block, four kernels on matrix and vector cores";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("medium", "8 sequences of 333 to 1024 keys, 392 tasks", MEDIUM),
                new Variant("small1", "one sequence of 33 keys, 12 tasks", Map.of()),
                new Variant("small2", "one sequence of 128 keys, 32 tasks", Map.of("ctx", "128")),
                new Variant("varseq2", "sequences of 33 and 17 keys", Map.of("batch", "2", "ctx", "33,17")),
                new Variant(
                        "varseq4", "sequences of 33, 64, 128 and 15 keys", Map.of("batch", "4", "ctx", "33,64,128,15")),
                new Variant(
                        "large",
                        "32 sequences of 2048 keys in bfloat16, 2048 tasks",
                        Map.of("batch", "32", "dim", "128", "block", "128", "ctx", "2048", "dtype", "bf16")),
                new Variant(
                        "case1",
                        "256 sequences of 8192 keys in bfloat16, 65536 tasks; needs 5 GiB",
                        Map.of("batch", "256", "dim", "128", "block", "128", "ctx", "8192", "dtype", "bf16")),
                new Variant(
                        "case2",
                        "64 sequences of 64 heads and 8192 keys, 32768 tasks; needs 1.5 GiB",
                        Map.of(
                                "batch", "64", "heads", "64", "dim", "128", "block", "64", "ctx", "8192", "dtype",
                                "bf16")),
                new Variant(
                        "case3",
                        "case2 with heads of 256 elements; needs 3 GiB",
                        Map.of(
                                "batch", "64", "heads", "64", "dim", "256", "block", "64", "ctx", "8192", "dtype",
                                "bf16")),
                new Variant(
                        "manual-scope",
                        "medium, with every dependency stated instead of inferred",
                        with(MEDIUM, "deps", "explicit")),
                new Variant("unroll", "medium, four pages to a task", with(MEDIUM, "unroll", "4")),
                new Variant(
                        "spmd-mix",
                        "medium as two tasks, the first in 24 blocks on three cores each",
                        with(MEDIUM, "blocks", "24")),
                new Variant(
                        "tiny-ring",
                        "32 sequences through a window of 64 tasks and 256 dependencies",
                        Map.of("batch", "32", "dim", "64", "block", "64", "ctx", "1024", "rings", "tiny")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("batch", "1", "sequences"),
                new CaseOption("heads", "16", "query heads of a sequence"),
                new CaseOption("dim", "16", "elements of one head"),
                new CaseOption("block", "16", "keys in one page"),
                new CaseOption("ctx", "33", "keys of a sequence: one value, or one per sequence"),
                new CaseOption("unroll", "1", "pages that one task takes, up to 30"),
                new CaseOption("deps", "inferred", "inferred or explicit"),
                new CaseOption("dtype", "f32", "f32 or bf16 inputs"),
                new CaseOption("scale", "1", "factor of the scores"),
                new CaseOption("blocks", "0", "above 0: one task of so many blocks instead of a graph"),
                new CaseOption("rings", "given", "tiny: a window of 64, a heap of 4 MiB, 256 dependencies"));
    }

    private enum Rings {
        GIVEN,
        TINY
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        AttentionSizes sizes = AttentionSizes.of(options);
        SeededInputs random = new SeededInputs(seed);
        TensorSpec query = TensorSpec.of(sizes.dtype(), sizes.batch(), sizes.heads(), sizes.dim());
        TensorSpec cache = TensorSpec.of(sizes.dtype(), sizes.pages(), sizes.block(), sizes.dim());
        TensorSpec table = TensorSpec.of(DType.INT32, sizes.batch(), sizes.pagesPerSequence());
        TensorCase built = new TensorCase(title);
        float[] queries = built.input("query", query, random.uniform((int) query.elements(), 0.5f));
        float[] keys = built.input("keys", cache, random.uniform((int) cache.elements(), 0.5f));
        float[] values = built.input("values", cache, random.uniform((int) cache.elements(), 1f));
        int[] pages = random.permutation(sizes.pages());
        built.input("block_table", table, pages);
        TensorSpec out = TensorSpec.of(DType.FLOAT32, sizes.batch(), sizes.heads(), sizes.dim());
        built.output("out", out, () -> AttentionGolden.compute(sizes, queries, keys, values, pages));
        if (options.choice("rings", Rings.class) == Rings.TINY) {
            built.rings(RingSizes.defaults()
                    .withTaskWindow(64)
                    .withHeapBytes(4L << 20)
                    .withDependencyPool(256));
        }
        int blocks = options.integer("blocks", 0, 65_535);
        if (blocks > 0) {
            built.input("contexts", TensorSpec.of(DType.INT32, sizes.batch()), sizes.context());
            return built.graph(
                            SpmdAttention.TASKS,
                            new SpmdAttention(sizes, blocks),
                            SpmdAttention.ON_MATRIX,
                            SpmdAttention.ON_VECTOR,
                            SpmdAttention.MERGE)
                    .tolerance(TOLERANCE);
        }
        return built.graph(
                        sizes.tasks(),
                        new AttentionGraph(sizes),
                        AttentionKernels.SCORES,
                        AttentionKernels.SOFTMAX,
                        AttentionKernels.WEIGHTED_VALUES,
                        AttentionKernels.UPDATE)
                .argumentGolden(new AttentionIntermediates(sizes, queries, keys, values, pages, TOLERANCE))
                .tolerance(TOLERANCE);
    }

    private static Map<String, String> with(Map<String, String> values, String key, String value) {
        Map<String, String> copy = new java.util.HashMap<>(values);
        copy.put(key, value);
        return copy;
    }
}
