package io.tidemark.workloads.decoder;

import io.tidemark.workloads.CaseOptions;
import java.util.Arrays;

/**
 * Sizes of one decoder. Immutable.
 *
 * @param batch sequences; each gets one token
 * @param dim elements of one head
 * @param inter width of the feed-forward part
 * @param page keys in one page of the cache
 * @param context per sequence, how many keys it attends to, its new one included
 * @param tile columns that one task or block handles
 * @param startsTogether the blocks of the attention are a cohort
 * @param resolvesEarly consumers may be staged before their producers end
 * @param replays the layer is recorded once and replayed with the tensors of each
 */
record DecoderSizes(
        int layers,
        int batch,
        int hidden,
        int heads,
        int kvHeads,
        int dim,
        int inter,
        int page,
        int[] context,
        int tile,
        boolean startsTogether,
        boolean resolvesEarly,
        boolean replays) {
    /** How the blocks of the attention begin. */
    private enum Start {
        SYNC,
        FREE
    }

    /** The values of an option that is on or off. */
    private enum Switch {
        ON,
        OFF
    }

    private static final int OUT_TILES_PER_CHUNK = 2;

    static DecoderSizes of(CaseOptions options) {
        int batch = options.integer("batch", 1, 256);
        DecoderSizes sizes = new DecoderSizes(
                options.integer("layers", 1, 128),
                batch,
                options.integer("hidden", 1, 1 << 13),
                options.integer("heads", 1, 128),
                options.integer("kv_heads", 1, 128),
                options.integer("dim", 2, 256),
                options.integer("inter", 1, 1 << 15),
                options.integer("page", 1, 1 << 10),
                options.integers("ctx", batch, 1, 1 << 16),
                options.integer("tile", 2, 1 << 10),
                options.choice("start", Start.class) == Start.SYNC,
                options.choice("early", Switch.class) == Switch.ON,
                options.choice("replay", Switch.class) == Switch.ON);
        require(sizes.hidden % sizes.tile == 0, "hidden", sizes.hidden, "tile", sizes.tile);
        require(sizes.inter % sizes.tile == 0, "inter", sizes.inter, "tile", sizes.tile);
        require(sizes.heads % sizes.kvHeads == 0, "heads", sizes.heads, "kv_heads", sizes.kvHeads);
        require(sizes.dim % 2 == 0, "dim", sizes.dim, "half", 2);
        require(sizes.tile % 2 == 0, "tile", sizes.tile, "half", 2);
        long weights = (long) sizes.hidden * (2L * sizes.queryWidth() + 3L * sizes.inter);
        long cache = (long) sizes.pages() * sizes.page * sizes.kvWidth();
        if (sizes.layers * Math.max(weights, cache) > 1L << 27) {
            throw new IllegalArgumentException("layers=%d hidden=%d inter=%d ctx=%s need more than 2^27 elements"
                    .formatted(sizes.layers, sizes.hidden, sizes.inter, options.text("ctx")));
        }
        return sizes;
    }

    private static void require(boolean holds, String name, int value, String of, int unit) {
        if (!holds) {
            throw new IllegalArgumentException(name + "=" + value + " is not a multiple of " + of + "=" + unit);
        }
    }

    int queryWidth() {
        return heads * dim;
    }

    int kvWidth() {
        return kvHeads * dim;
    }

    /** Tiles of the residual stream; also the pieces into which sums over it are split. */
    int chunks() {
        return hidden / tile;
    }

    int interTiles() {
        return inter / tile;
    }

    int queryTiles() {
        return (queryWidth() + tile - 1) / tile;
    }

    int kvTiles() {
        return (kvWidth() + tile - 1) / tile;
    }

    /** The output projection has tiles of half the width. */
    int outTiles() {
        return chunks() * OUT_TILES_PER_CHUNK;
    }

    int outTile() {
        return tile / OUT_TILES_PER_CHUNK;
    }

    /** Output tiles that one task of several blocks takes; the others are tasks of their own. */
    int directOutTiles() {
        return Math.max(1, outTiles() / 2 - 1);
    }

    /** Likewise, of the gate and up projections. */
    int directInterTiles() {
        return Math.max(1, interTiles() / 3);
    }

    int pagesPerSequence() {
        return (Arrays.stream(context).max().orElseThrow() + page - 1) / page;
    }

    /** Pages of one layer's cache. */
    int pages() {
        return batch * pagesPerSequence();
    }

    /** Tasks of one layer, those without a kernel included. */
    long tasksPerLayer() {
        long seeds = 6; // one of them without a kernel
        long attention = 3 + 2 + 1; // projections; cohort and merge; the barrier
        long out = 1 + outTiles() - directOutTiles();
        long norms = 2L * chunks() + 1; // a task without kernel behind each
        long gateAndUp = 2L * chunks() * (1 + interTiles() - directInterTiles());
        long down = interTiles() + (long) interTiles() * chunks();
        long ends = replays ? 3 : 1; // a replayed one begins and ends with a task of no kernel
        return seeds + attention + out + norms + gateAndUp + down + ends;
    }

    /** Tiling, its barrier, copy of the inputs, first scaling; and the copy at the end. */
    long tasks() {
        return 4 + layers * tasksPerLayer() + 1;
    }
}
