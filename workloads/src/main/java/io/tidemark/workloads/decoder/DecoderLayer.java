package io.tidemark.workloads.decoder;

import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import java.util.Arrays;
import java.util.function.Function;

/**
 * One layer in a manual scope, every order stated by id, and its last task in the scope around it.
 * Tasks without a kernel stand for many edges at once: behind the attention and behind each chunk
 * of the residual. Orchestrator thread only; it may be recorded.
 */
final class DecoderLayer {
    /** The factors by which the next layer's norm scales; that of the last layer is not read. */
    static final String NEXT_GAMMA = "gamma_next";

    private final TaskGraph graph;
    private final DecoderSizes sizes;
    private final LayerBuffers buffers;
    private final Function<String, Tensor> weights;
    private final Tensor residual;
    private final Tensor scaled;
    private final long[] downIds;

    /**
     * @param weights this layer's part of each tensor that holds all layers, by name
     */
    DecoderLayer(
            TaskGraph graph,
            DecoderSizes sizes,
            LayerBuffers buffers,
            Function<String, Tensor> weights,
            Tensor residual,
            Tensor scaled) {
        this.graph = graph;
        this.sizes = sizes;
        this.buffers = buffers;
        this.weights = weights;
        this.residual = residual;
        this.scaled = scaled;
        this.downIds = new long[sizes.interTiles() * sizes.chunks()];
    }

    /** All but the last task. */
    void submit(long before, Tensor tiling, long tilingReady) {
        long begin = dummy().after(before).submit().id();
        long outSeed = seed(begin, buffers.projected());
        long merged = submitAttention(before, begin, tiling, tilingReady);
        long[] outIds = submitOutProjection(merged, outSeed);
        long[] chunkIds = submitResidual(outIds);
        long reduced = task(DecoderKernels.POST_RMS)
                .in(residual)
                .in(buffers.projected())
                .outExisting(buffers.postRecip())
                .after(outIds)
                .submit()
                .id();
        submitFeedForward(chunkIds, reduced);
    }

    /** The last task, which waits for more producers than a task holds inline; returns its id. */
    long close(Tensor nextResidual, Tensor nextScaled) {
        TaskBuilder last = task(DecoderKernels.DCR_X_GAMMA)
                .in(buffers.residual())
                .in(buffers.downs())
                .in(weights.apply(NEXT_GAMMA))
                .outExisting(nextResidual)
                .outExisting(nextScaled)
                .scalar((long) sizes.tile())
                .blocks(sizes.chunks())
                .after(downIds);
        return keepAttention(last).submit().id();
    }

    /** Keeps what attention used until the last task; a recorded tensor has no owner to name. */
    private TaskBuilder keepAttention(TaskBuilder last) {
        Tensor query = buffers.query();
        return sizes.replays() ? last.noDep(query) : last.after(query.ownerTaskId());
    }

    private long submitAttention(long before, long begin, Tensor tiling, long tilingReady) {
        long recip = task(DecoderKernels.RMS_RECIP)
                .in(residual)
                .outExisting(buffers.recip())
                .after(before)
                .submit()
                .id();
        long partsSeed = seed(begin, buffers.parts());
        long querySeed = seed(begin, buffers.query());
        long kvSeed = seed(begin, buffers.key(), buffers.value());
        long query = project(DecoderKernels.Q_PROJ, "wq", buffers.query(), sizes.queryTiles())
                .after(before, querySeed)
                .submit()
                .id();
        long key = project(DecoderKernels.KV_PROJ, "wk", buffers.key(), sizes.kvTiles())
                .after(kvSeed)
                .submit()
                .id();
        long value = project(DecoderKernels.KV_PROJ, "wv", buffers.value(), sizes.kvTiles())
                .after(kvSeed)
                .submit()
                .id();
        long cohort = cohort().in(buffers.query())
                .in(buffers.key())
                .in(buffers.value())
                .in(buffers.recip())
                .in(tiling)
                .in(weights.apply("gamma_q"))
                .in(weights.apply("gamma_k"))
                .inout(weights.apply("key_cache"))
                .inout(weights.apply("value_cache"))
                .in(graph.argument("block_table"))
                .outExisting(buffers.parts())
                .blocks(graph.clusterCount())
                .after(query, key, value, recip, tilingReady, partsSeed)
                .submit()
                .id();
        return task(CohortAttention.MERGE)
                .in(buffers.parts())
                .outExisting(buffers.attention())
                .blocks(sizes.batch())
                .after(cohort)
                .submit()
                .id();
    }

    /** The id of the task that makes each tile. */
    private long[] submitOutProjection(long merged, long outSeed) {
        long[] ids = new long[sizes.outTiles()];
        long barrier = dummy().after(merged).submit().id();
        long direct = outTiles(0, sizes.directOutTiles())
                .after(merged, outSeed)
                .submit()
                .id();
        Arrays.fill(ids, 0, sizes.directOutTiles(), direct);
        for (int tile = sizes.directOutTiles(); tile < ids.length; tile++) {
            ids[tile] = outTiles(tile, 1).after(barrier, outSeed).submit().id();
        }
        return ids;
    }

    private TaskBuilder outTiles(int first, int count) {
        int from = first * sizes.outTile();
        int columns = count * sizes.outTile();
        return task(DecoderKernels.OUT_PROJ)
                .in(buffers.attention())
                .in(weights.apply("wo").slice(1, from, columns))
                .inout(buffers.projected().slice(1, from, columns))
                .scalar((long) sizes.outTile())
                .blocks(count);
    }

    private long[] submitResidual(long[] outIds) {
        long[] ids = new long[sizes.chunks()];
        int tiles = sizes.outTiles() / sizes.chunks();
        for (int chunk = 0; chunk < ids.length; chunk++) {
            int from = chunk * sizes.tile();
            ids[chunk] = task(DecoderKernels.RESIDUAL)
                    .in(columns(residual, from))
                    .in(columns(buffers.projected(), from))
                    .in(weights.apply("gamma_post").slice(0, from, sizes.tile()))
                    .outExisting(columns(buffers.residual(), from))
                    .outExisting(columns(buffers.scaled(), from))
                    .after(Arrays.copyOfRange(outIds, chunk * tiles, (chunk + 1) * tiles))
                    .submit()
                    .id();
        }
        return ids;
    }

    private void submitFeedForward(long[] chunkIds, long reduced) {
        int direct = sizes.directInterTiles();
        long[][] halves = new long[sizes.interTiles()][2 * chunkIds.length + 1];
        for (int chunk = 0; chunk < chunkIds.length; chunk++) {
            long late = dummy().after(chunkIds[chunk]).submit().id();
            long gate =
                    gateTiles(chunk, 0, direct).after(chunkIds[chunk]).submit().id();
            long up = upTiles(chunk, 0, direct).after(chunkIds[chunk]).submit().id();
            for (int tile = 0; tile < halves.length; tile++) {
                if (tile >= direct) {
                    gate = gateTiles(chunk, tile, 1).after(late).submit().id();
                    up = upTiles(chunk, tile, 1).after(late).submit().id();
                }
                halves[tile][2 * chunk] = gate;
                halves[tile][2 * chunk + 1] = up;
            }
        }
        for (int tile = 0; tile < halves.length; tile++) {
            halves[tile][2 * chunkIds.length] = reduced;
            long activated = task(DecoderKernels.SILU)
                    .in(buffers.gates().slice(2, tile * sizes.tile(), sizes.tile()))
                    .in(buffers.ups().slice(2, tile * sizes.tile(), sizes.tile()))
                    .in(buffers.postRecip())
                    .outExisting(columns(buffers.activation(), tile * sizes.tile()))
                    .after(halves[tile])
                    .submit()
                    .id();
            for (int chunk = 0; chunk < chunkIds.length; chunk++) {
                downIds[tile * chunkIds.length + chunk] = submitDown(tile, chunk, activated);
            }
        }
    }

    private long submitDown(int tile, int chunk, long activated) {
        int inner = tile * sizes.tile();
        int from = chunk * sizes.tile();
        return task(DecoderKernels.DOWN_PROJ)
                .in(columns(buffers.activation(), inner))
                .in(columns(weights.apply("wd").slice(0, inner, sizes.tile()), from))
                .outExisting(columns(buffers.downs().select(0, tile), from))
                .scalar((long) sizes.tile())
                .after(activated)
                .submit()
                .id();
    }

    private TaskBuilder gateTiles(int chunk, int first, int count) {
        return chunkTiles(DecoderKernels.GATE_PROJ, "wg", buffers.gates(), chunk, first, count);
    }

    private TaskBuilder upTiles(int chunk, int first, int count) {
        return chunkTiles(DecoderKernels.UP_PROJ, "wu", buffers.ups(), chunk, first, count);
    }

    private TaskBuilder chunkTiles(Kernel kernel, String name, Tensor parts, int chunk, int first, int count) {
        int inner = chunk * sizes.tile();
        int from = first * sizes.tile();
        int columns = count * sizes.tile();
        return task(kernel)
                .in(columns(buffers.scaled(), inner))
                .in(weights.apply(name).slice(0, inner, sizes.tile()).slice(1, from, columns))
                .outExisting(parts.select(0, chunk).slice(1, from, columns))
                .scalar((long) sizes.tile())
                .blocks(count);
    }

    /** One tile of columns. */
    private Tensor columns(Tensor matrix, int from) {
        return matrix.slice(1, from, sizes.tile());
    }

    private TaskBuilder project(Kernel kernel, String name, Tensor sum, int tiles) {
        return task(kernel)
                .in(scaled)
                .in(weights.apply(name))
                .inout(sum)
                .scalar((long) sizes.tile())
                .blocks(tiles);
    }

    private long seed(long begin, Tensor... tensors) {
        TaskBuilder task = task(DecoderKernels.SEED);
        for (Tensor tensor : tensors) {
            task.outExisting(tensor);
        }
        return task.after(begin).submit().id();
    }

    private TaskBuilder task(Kernel kernel) {
        return flagged(graph.task(kernel));
    }

    private TaskBuilder dummy() {
        return flagged(graph.dummy());
    }

    private TaskBuilder cohort() {
        TaskBuilder task = flagged(graph.task(CohortAttention.COHORT));
        return sizes.startsTogether() ? task.syncStart() : task;
    }

    /** Lets consumers be staged before the task ends. */
    private TaskBuilder flagged(TaskBuilder task) {
        return sizes.resolvesEarly() ? task.earlyResolve() : task;
    }
}
