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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Submits the layers one after the other. Residual and scaled residual alternate between two buffers each. All readers
 * of a buffer are before the last task of its layer, and only the layer after that writes the buffer again.
 * Orchestrator thread only.
 *
 * <p>When layers are replayed, the first one is recorded with the tensors of a layer as arguments.
 * Ids of tasks outside cannot be part of that, so a replayed layer begins with a task that waits for the producers of
 * its inputs.
 */
final class DecoderGraph implements Orchestration {
    /** What of a layer is its own, as arguments of the recorded one. */
    private static final List<String> PER_LAYER = List.of(
            "gamma_q",
            "gamma_k",
            "gamma_post",
            "wq",
            "wk",
            "wv",
            "wo",
            "wg",
            "wu",
            "wd",
            "key_cache",
            "value_cache",
            DecoderLayer.NEXT_GAMMA);

    private final DecoderSizes sizes;

    DecoderGraph(DecoderSizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public void run(TaskGraph graph) {
        TensorSpec rows = TensorSpec.of(DType.FLOAT32, sizes.batch(), sizes.hidden());
        int items = sizes.batch() * sizes.kvHeads();
        Tensor[] carried = graph.alloc(rows, rows, rows, rows, TensorSpec.of(DType.INT32, items, TILING_COLUMNS));
        Tensor[] residual = {carried[0], carried[1]};
        Tensor[] scaled = {carried[2], carried[3]};
        Tensor tiling = carried[4];
        long tiled = graph.task(CohortAttention.TILING)
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
        long before = graph.task(DecoderKernels.X_GAMMA)
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
                if (sizes.replays()) {
                    replayLayer(graph, layer, residual, scaled, tiling);
                } else {
                    DecoderLayer submitted = new DecoderLayer(
                            graph, sizes, buffers(graph), weights(graph, layer), residual[now], scaled[now]);
                    try (Scope _ = graph.manualScope()) {
                        submitted.submit(before, tiling, ready);
                    }
                    before = submitted.close(residual[1 - now], scaled[1 - now]);
                }
            }
        }
        graph.task(DecoderKernels.COPY)
                .in(residual[sizes.layers() & 1])
                .outExisting(graph.argument("out"))
                .submit();
    }

    /** A layer's part of each tensor that holds all layers. */
    private Function<String, Tensor> weights(TaskGraph graph, int layer) {
        int next = Math.min(layer + 1, sizes.layers() - 1);
        return name -> name.equals(DecoderLayer.NEXT_GAMMA)
                ? graph.argument("gamma_in").select(0, next)
                : graph.argument(name).select(0, layer);
    }

    private void replayLayer(TaskGraph graph, int layer, Tensor[] residual, Tensor[] scaled, Tensor tiling) {
        int now = layer & 1;
        List<Tensor> arguments = new ArrayList<>();
        arguments.add(residual[now]);
        arguments.add(scaled[now]);
        arguments.add(tiling);
        arguments.add(residual[1 - now]);
        arguments.add(scaled[1 - now]);
        int first = arguments.size();
        PER_LAYER.stream().map(weights(graph, layer)).forEach(arguments::add);
        graph.submitGraph(
                "layer",
                (inside, with) -> {
                    DecoderLayer recorded = new DecoderLayer(
                            inside,
                            sizes,
                            buffers(inside),
                            name -> with.tensor(first + PER_LAYER.indexOf(name)),
                            with.tensor(0),
                            with.tensor(1));
                    long begin = inside.dummy()
                            .in(with.tensor(0))
                            .in(with.tensor(1))
                            .in(with.tensor(2))
                            .submit()
                            .id();
                    try (Scope _ = inside.manualScope()) {
                        recorded.submit(begin, with.tensor(2), begin);
                    }
                    recorded.close(with.tensor(3), with.tensor(4));
                },
                arguments.toArray(Tensor[]::new));
    }

    private LayerBuffers buffers(TaskGraph graph) {
        int batch = sizes.batch();
        TensorSpec perRow = floats(batch);
        TensorSpec rows = floats(batch, sizes.hidden());
        TensorSpec stored = floats(batch, sizes.heads(), PARTS, OnlineSoftmax.storedSize(sizes.dim()));
        TensorSpec kv = floats(batch, sizes.kvWidth());
        TensorSpec queries = floats(batch, sizes.queryWidth());
        TensorSpec gateParts = floats(sizes.chunks(), batch, sizes.inter());
        TensorSpec downParts = floats(sizes.interTiles(), batch, sizes.hidden());
        return LayerBuffers.of(
                graph.alloc(queries, kv, kv, perRow, stored, queries),
                graph.alloc(rows, rows, rows, perRow, gateParts, gateParts, floats(batch, sizes.inter()), downParts));
    }

    private static TensorSpec floats(int... shape) {
        return TensorSpec.of(DType.FLOAT32, shape);
    }
}
