package io.tidemark.workloads.attention;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;

/**
 * Submits blockwise attention: per sequence and tile of heads one scope with the running softmax,
 * in it per group of pages one scope of four tasks. The updates of a tile form the only chain. One
 * object per run, orchestrator thread only.
 */
final class AttentionGraph implements Orchestration {
    private static final int OUTPUT = 0; // of the running tensors
    private static final int SUM = 1;
    private static final int MAXIMUM = 2;

    private final AttentionSizes sizes;

    AttentionGraph(AttentionSizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void run(TaskGraph graph) {
        for (int sequence = 0; sequence < sizes.batch(); sequence++) {
            for (int head = 0; head < sizes.heads() && !graph.hasFailed(); head += sizes.headTile()) {
                int heads = Math.min(sizes.headTile(), sizes.heads() - head);
                submitTile(graph, sequence, head, heads);
            }
        }
    }

    private void submitTile(TaskGraph graph, int sequence, int head, int heads) {
        int[] tile = {1, heads, sizes.dim()};
        int[] at = {sequence, head, 0};
        Tensor query = graph.argument("query").view(tile, at).reshape(heads, sizes.dim());
        Tensor out = graph.argument("out").view(tile, at).reshape(heads, sizes.dim());
        TensorSpec result = TensorSpec.of(DType.FLOAT32, heads, sizes.dim());
        TensorSpec perRow = TensorSpec.of(DType.FLOAT32, heads);
        try (Scope _ = scope(graph)) {
            Tensor[] running = graph.alloc(result, perRow, perRow);
            long before = sizes.manual() && !graph.hasFailed() ? running[OUTPUT].ownerTaskId() : 0;
            int pages = sizes.pages(sequence);
            for (int page = 0; page < pages && !graph.hasFailed(); page += sizes.unroll()) {
                int end = Math.min(page + sizes.unroll(), pages);
                try (Scope _ = scope(graph)) {
                    before = submitPages(graph, sequence, page, end, query, running, out, before);
                }
            }
        }
    }

    /** The four tasks of pages {@code from} to {@code end}; returns the id of the update. */
    private long submitPages(
            TaskGraph graph, int sequence, int from, int end, Tensor query, Tensor[] running, Tensor out, long before) {
        int heads = query.dimension(0);
        int keys = 0;
        TaskBuilder scoreTask = graph.task(AttentionKernels.SCORES).in(query);
        for (int page = from; page < end; page++) {
            keys += sizes.keysIn(sequence, page);
            scoreTask.in(page(graph, "keys", sequence, page));
        }
        TensorSpec perRow = TensorSpec.of(DType.FLOAT32, heads);
        Submission scored =
                scoreTask.out(TensorSpec.of(DType.FLOAT32, heads, keys)).submit();
        long scoreId = scored.id();

        TaskBuilder softmaxTask = graph.task(AttentionKernels.SOFTMAX).in(scored.output(0));
        softmaxTask.out(TensorSpec.of(DType.BFLOAT16, heads, keys)).out(perRow).out(perRow);
        Submission weighted =
                ordered(softmaxTask.scalar(sizes.scale()), scoreId).submit();
        long softmaxId = weighted.id();
        Tensor weights = weighted.output(0);
        Tensor maximum = weighted.output(1);
        Tensor sum = weighted.output(2);

        TaskBuilder valueTask = graph.task(AttentionKernels.WEIGHTED_VALUES).in(weights);
        for (int page = from; page < end; page++) {
            valueTask.in(page(graph, "values", sequence, page));
        }
        valueTask.out(TensorSpec.of(DType.FLOAT32, heads, sizes.dim()));
        Submission partial = ordered(valueTask, softmaxId).submit();
        long valueId = partial.id();

        TaskBuilder update =
                graph.task(AttentionKernels.UPDATE).in(maximum).in(sum).in(partial.output(0));
        update.inout(running[MAXIMUM])
                .inout(running[SUM])
                .inout(running[OUTPUT])
                .inout(out);
        update.scalar(from == 0 ? 1L : 0L).scalar(end == sizes.pages(sequence) ? 1L : 0L);
        return ordered(update, softmaxId, valueId, before).submit().id();
    }

    /** In a manual scope an order exists only if it is said. */
    private TaskBuilder ordered(TaskBuilder task, long... producers) {
        return sizes.manual() ? task.after(producers) : task;
    }

    private Scope scope(TaskGraph graph) {
        return sizes.manual() ? graph.manualScope() : graph.scope();
    }

    /** The keys or values of one page, found through the block table. */
    private Tensor page(TaskGraph graph, String cache, int sequence, int page) {
        long entry = (long) sequence * sizes.pagesPerSequence() + page;
        int physical = (int) graph.readLong(graph.argument("block_table"), entry);
        return graph.argument(cache).select(0, physical).slice(0, 0, sizes.keysIn(sequence, page));
    }
}
