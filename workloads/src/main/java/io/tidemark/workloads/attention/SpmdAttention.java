package io.tidemark.workloads.attention;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.OnlineSoftmax;
import io.tidemark.workloads.Operands;

/**
 * The same attention as two tasks: one of many blocks, each on the three cores of a cluster, and
 * one that merges. Rows, one per sequence and head, are dealt out to the blocks; the cores of a
 * cluster take every third page each. Its kernels run on any core's thread.
 */
final class SpmdAttention implements Orchestration {
    static final int TASKS = 2;

    /** Query, keys, values, block table, contexts, parts. */
    static final Kernel ON_MATRIX =
            Kernel.aic(4, "attend_aic", context -> attend(context, 0)).onDevice(code("attention_attend_aic"));

    static final Kernel ON_VECTOR = Kernel.aiv(5, "attend_aiv", context -> attend(context, 1 + context.subBlock()))
            .onDevice(code("attention_attend_aiv"));

    /** Parts, output; a block per sequence. */
    static final Kernel MERGE =
            Kernel.aiv(6, "merge_parts", SpmdAttention::merge).onDevice(code("attention_merge_parts"));

    private static final MixedKernels CLUSTER = MixedKernels.of(ON_MATRIX, ON_VECTOR, ON_VECTOR);
    private static final int PARTS = 3;

    private final AttentionSizes sizes;
    private final int blocks;

    SpmdAttention(AttentionSizes sizes, int blocks) {
        this.sizes = sizes;
        this.blocks = blocks;
    }

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(SpmdAttention.class, "attention.cuh", entryPoint);
    }

    @Override
    public void run(TaskGraph graph) {
        Tensor parts = graph.task(CLUSTER)
                .in(graph.argument("query"))
                .in(graph.argument("keys"))
                .in(graph.argument("values"))
                .in(graph.argument("block_table"))
                .in(graph.argument("contexts"))
                .out(TensorSpec.of(
                        DType.FLOAT32, sizes.batch(), sizes.heads(), PARTS, OnlineSoftmax.storedSize(sizes.dim())))
                .scalar(sizes.scale())
                .blocks(blocks)
                .submit()
                .output(0);
        graph.task(MERGE)
                .in(parts)
                .outExisting(graph.argument("out"))
                .blocks(sizes.batch())
                .submit();
    }

    private static void attend(KernelContext context, int part) {
        int heads = context.tensor(0).dimension(1);
        int rows = context.tensor(0).dimension(0) * heads;
        for (int row = context.blockIndex(); row < rows; row += context.blockCount()) {
            attend(context, part, row / heads, row % heads);
        }
    }

    private static void attend(KernelContext context, int part, int sequence, int head) {
        float[] query =
                Operands.read(context, context.tensor(0).select(0, sequence).select(0, head));
        int dim = query.length;
        int page = context.tensor(1).dimension(1);
        int keys = (int) context.memory().getLong(context.tensor(4), sequence);
        float scale = context.scalarFloat(0);
        OnlineSoftmax softmax = new OnlineSoftmax(dim);
        for (int number = part; number * page < keys; number += PARTS) {
            int count = Math.min(page, keys - number * page);
            long entry = (long) sequence * context.tensor(3).dimension(1) + number;
            int physical = (int) context.memory().getLong(context.tensor(3), entry);
            float[] cachedKeys = page(context, 1, physical, count);
            float[] cachedValues = page(context, 2, physical, count);
            for (int key = 0; key < count; key++) {
                float score = 0;
                for (int d = 0; d < dim; d++) {
                    score += query[d] * cachedKeys[key * dim + d];
                }
                softmax.add(score * scale, cachedValues, key * dim);
            }
        }
        float[] stored = new float[OnlineSoftmax.storedSize(dim)];
        softmax.store(stored, 0);
        Tensor target = context.tensor(5).select(0, sequence).select(0, head).select(0, part);
        context.memory().write(target, stored);
    }

    private static float[] page(KernelContext context, int cache, int physical, int count) {
        return Operands.read(context, context.tensor(cache).select(0, physical).slice(0, 0, count));
    }

    private static void merge(KernelContext context) {
        Tensor out = context.tensor(1).select(0, context.blockIndex());
        int heads = out.dimension(0);
        int dim = out.dimension(1);
        float[] stored = Operands.read(context, context.tensor(0).select(0, context.blockIndex()));
        float[] result = new float[heads * dim];
        for (int head = 0; head < heads; head++) {
            int at = head * PARTS * OnlineSoftmax.storedSize(dim);
            OnlineSoftmax.merge(stored, at, PARTS, dim, result, head * dim);
        }
        context.memory().write(out, result);
    }
}
