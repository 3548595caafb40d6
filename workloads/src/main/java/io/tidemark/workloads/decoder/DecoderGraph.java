package io.tidemark.workloads.decoder;

import static io.tidemark.workloads.decoder.CohortAttention.PARTS;
import static io.tidemark.workloads.decoder.CohortAttention.TILING_COLUMNS;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.OnlineSoftmax;

/**
 * Submits the layers one after the other. Residual and scaled residual take turns in two buffers
 * each: all who read one of them are before the last task of its layer, and only the layer after
 * that writes it again. Orchestrator thread only.
 */
final class DecoderGraph implements Orchestration {
    private final DecoderSizes sizes;

    DecoderGraph(DecoderSizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void run(TaskGraph graph) {
        TensorSpec rows = TensorSpec.of(DType.FLOAT32, sizes.batch(), sizes.hidden());
        int items = sizes.batch() * sizes.kvHeads();
        Tensor[] carried =
                graph.alloc(
                        rows, rows, rows, rows, TensorSpec.of(DType.INT32, items, TILING_COLUMNS));
        Tensor[] residual = {carried[0], carried[1]};
        Tensor[] scaled = {carried[2], carried[3]};
        Tensor tiling = carried[4];
        long tiled =
                graph.task(CohortAttention.TILING)
                        .in(graph.argument("contexts"))
                        .outExisting(tiling)
                        .scalar((long) sizes.kvHeads())
                        .submit()
                        .id();
        long ready = graph.dummy().after(tiled).submit().id();
        graph.task(DecoderKernels.COPY)
                .in(graph.argument("hidden"))
                .outExisting(residual[0])
                .submit();
        long before =
                graph.task(DecoderKernels.X_GAMMA)
                        .in(residual[0])
                        .in(graph.argument("gamma_in").select(0, 0))
                        .outExisting(scaled[0])
                        .scalar((long) sizes.tile())
                        .blocks(sizes.chunks())
                        .submit()
                        .id();
        for (int layer = 0; layer < sizes.layers() && !graph.hasFailed(); layer++) {
            int now = layer & 1;
            try (Scope _ = graph.scope()) {
                DecoderLayer submitted =
                        new DecoderLayer(
                                graph, sizes, layer, buffers(graph), residual[now], scaled[now]);
                try (Scope _ = graph.manualScope()) {
                    submitted.submit(before, tiling, ready);
                }
                before = submitted.close(residual[1 - now], scaled[1 - now]);
            }
        }
        graph.task(DecoderKernels.COPY)
                .in(residual[sizes.layers() & 1])
                .outExisting(graph.argument("out"))
                .submit();
    }

    private LayerBuffers buffers(TaskGraph graph) {
        int batch = sizes.batch();
        TensorSpec perRow = floats(batch);
        TensorSpec rows = floats(batch, sizes.hidden());
        TensorSpec stored =
                floats(batch, sizes.heads(), PARTS, OnlineSoftmax.storedSize(sizes.dim()));
        TensorSpec kv = floats(batch, sizes.kvWidth());
        TensorSpec queries = floats(batch, sizes.queryWidth());
        TensorSpec gateParts = floats(sizes.chunks(), batch, sizes.inter());
        TensorSpec downParts = floats(sizes.interTiles(), batch, sizes.hidden());
        return LayerBuffers.of(
                graph.alloc(queries, kv, kv, perRow, stored, queries),
                graph.alloc(
                        rows,
                        rows,
                        rows,
                        perRow,
                        gateParts,
                        gateParts,
                        floats(batch, sizes.inter()),
                        downParts));
    }

    private static TensorSpec floats(int... shape) {
        return TensorSpec.of(DType.FLOAT32, shape);
    }
}
