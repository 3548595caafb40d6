package io.tidemark.workloads.moe;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;

/**
 * Submits every tile that any routing could need. The device decides which of them run. The tasks of a tile look at
 * their expert's count when they become ready. They retire without running if the count does not reach their first row.
 * Orchestrator thread only.
 */
final class MoeGraph implements Orchestration {
    private final MoeSizes sizes;

    MoeGraph(MoeSizes sizes) {
        this.sizes = sizes;
    }

    /** What the router leaves on the device. */
    private record Routing(Tensor counts, Tensor lists, Tensor weights) {}

    @Override
    public void run(TaskGraph graph) {
        Tensor x = graph.argument("x");
        Tensor partials = graph.alloc(TensorSpec.of(DType.FLOAT32, sizes.experts(), sizes.tokens(), sizes.hidden()))[0];
        TensorSpec perExpert = TensorSpec.of(DType.INT32, sizes.experts(), sizes.tokens());
        Tensor scores = graph.task(MoeKernels.SCORES)
                .in(x)
                .in(graph.argument("router"))
                .out(TensorSpec.of(DType.FLOAT32, sizes.tokens(), sizes.experts()))
                .submit()
                .output(0);
        var routed = graph.task(MoeKernels.ROUTE)
                .in(scores)
                .out(TensorSpec.of(DType.INT32, sizes.experts()))
                .out(perExpert)
                .out(TensorSpec.of(DType.FLOAT32, sizes.experts(), sizes.tokens()))
                .scalar((long) sizes.top())
                .submit();
        Routing routing = new Routing(routed.output(0), routed.output(1), routed.output(2));
        long[] done = new long[sizes.experts() + 2];
        for (int expert = 0; expert < sizes.experts() && !graph.hasFailed(); expert++) {
            try (Scope _ = graph.scope()) {
                long[] tiles = new long[sizes.tiles()];
                for (int tile = 0; tile < tiles.length; tile++) {
                    tiles[tile] = submitTile(graph, x, routing, partials, expert, tile);
                }
                done[expert] = graph.dummy().after(tiles).submit().id();
            }
        }
        done[sizes.experts()] = partials.ownerTaskId(); // what it reads must be kept until then
        done[sizes.experts() + 1] = routing.counts.ownerTaskId();
        try (Scope _ = graph.manualScope()) { // one edge per expert, not one per tile
            graph.task(MoeKernels.COMBINE)
                    .in(x)
                    .in(routing.counts)
                    .in(routing.lists)
                    .in(partials)
                    .outExisting(graph.argument("out"))
                    .after(done)
                    .submit();
        }
    }

    /** Returns the id of the tile's last task. */
    private long submitTile(TaskGraph graph, Tensor x, Routing routing, Tensor partials, int expert, int tile) {
        int first = tile * sizes.tile();
        int count = sizes.rowsIn(tile);
        TensorSpec narrow = TensorSpec.of(DType.FLOAT32, count, sizes.hidden());
        TensorSpec wide = TensorSpec.of(DType.FLOAT32, count, sizes.inter());
        Tensor mark = graph.argument("filled").select(0, expert).slice(0, tile, 1);
        Tensor rows = gated(graph, MoeKernels.GATHER, routing, expert, first)
                .in(x)
                .in(routing.counts)
                .in(routing.lists)
                .out(narrow)
                .outExisting(mark)
                .scalar((long) expert)
                .scalar((long) first)
                .submit()
                .output(0);
        Tensor gate = product(graph, MoeKernels.GATE, "gate", routing, expert, first, rows, wide);
        Tensor up = product(graph, MoeKernels.UP, "up", routing, expert, first, rows, wide);
        Tensor activation = gated(graph, MoeKernels.SILU, routing, expert, first)
                .in(gate)
                .in(up)
                .out(wide)
                .submit()
                .output(0);
        Tensor down = product(graph, MoeKernels.DOWN, "down", routing, expert, first, activation, narrow);
        return gated(graph, MoeKernels.WEIGH, routing, expert, first)
                .in(down)
                .in(routing.weights)
                .in(routing.counts)
                .outExisting(partials.select(0, expert).slice(0, first, count))
                .scalar((long) expert)
                .scalar((long) first)
                .submit()
                .id();
    }

    private static Tensor product(
            TaskGraph graph,
            Kernel kernel,
            String weights,
            Routing routing,
            int expert,
            int first,
            Tensor rows,
            TensorSpec result) {
        return gated(graph, kernel, routing, expert, first)
                .in(rows)
                .in(graph.argument(weights).select(0, expert))
                .out(result)
                .submit()
                .output(0);
    }

    /** A task that runs only if its expert has a token for the tile. */
    private static TaskBuilder gated(TaskGraph graph, Kernel kernel, Routing routing, int expert, int first) {
        return graph.task(kernel).onlyIf(routing.counts, expert, Comparison.GT, first);
    }
}
