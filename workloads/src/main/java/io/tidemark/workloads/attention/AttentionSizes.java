package io.tidemark.workloads.attention;

import io.tidemark.abi.DType;
import io.tidemark.workloads.CaseOptions;
import java.util.Arrays;

/**
 * Sizes of one attention case. Immutable.
 *
 * @param block keys and values in one page of the cache
 * @param context per sequence, how many keys it attends to
 * @param unroll pages that one chain of tasks takes at once
 * @param manual dependencies stated by id instead of inferred
 * @param pagesPerSequence entries of the block table for each sequence: those of the longest
 */
record AttentionSizes(
        int batch,
        int heads,
        int dim,
        int block,
        int[] context,
        int unroll,
        boolean manual,
        DType dtype,
        float scale,
        int pagesPerSequence) {
    private static final int LARGEST_TILE = 128; // heads that one task handles
    private static final int MOST_UNROLL = 30; // a task has 32 tensors at most

    /** Element types that the inputs may have. */
    private enum InputType {
        F32,
        BF16
    }

    /** How the tasks are ordered. */
    private enum Dependencies {
        INFERRED,
        EXPLICIT
    }

    static AttentionSizes of(CaseOptions options) {
        int batch = options.integer("batch", 1, 1 << 12);
        int block = options.integer("block", 1, 1 << 10);
        int[] context = options.integers("ctx", batch, 1, 1 << 20);
        AttentionSizes sizes = new AttentionSizes(
                batch,
                options.integer("heads", 1, 1 << 12),
                options.integer("dim", 1, 512),
                block,
                context,
                options.integer("unroll", 1, MOST_UNROLL),
                options.choice("deps", Dependencies.class) == Dependencies.EXPLICIT,
                options.choice("dtype", InputType.class) == InputType.F32 ? DType.FLOAT32 : DType.BFLOAT16,
                options.number("scale"),
                (Arrays.stream(context).max().orElseThrow() + block - 1) / block);
        if ((long) sizes.pages() * sizes.block * sizes.dim > 1L << 28) {
            throw new IllegalArgumentException("batch="
                    + batch
                    + " ctx="
                    + options.text("ctx")
                    + " dim="
                    + sizes.dim
                    + " need more than 2^28 elements of cache");
        }
        return sizes;
    }

    int headTile() {
        return Math.min(heads, LARGEST_TILE);
    }

    int tiles() {
        return (heads + headTile() - 1) / headTile();
    }

    /** Pages of one sequence, the last one perhaps not full. */
    int pages(int sequence) {
        return (context[sequence] + block - 1) / block;
    }

    /** Pages of the whole cache. */
    int pages() {
        return batch * pagesPerSequence;
    }

    /** Keys of a sequence in one of its pages. */
    int keysIn(int sequence, int page) {
        return Math.min(block, context[sequence] - page * block);
    }

    /** Four for every group of pages of every tile. */
    long tasks() {
        long groups = 0;
        for (int sequence = 0; sequence < batch; sequence++) {
            groups += (pages(sequence) + unroll - 1) / unroll;
        }
        return 4 * groups * tiles();
    }
}
