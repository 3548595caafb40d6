package io.tidemark.workloads.moe;

import io.tidemark.workloads.CaseOptions;

/**
 * Sizes of one mixture of experts. Immutable.
 *
 * @param top experts that each token goes to
 * @param tile tokens of one expert that one chain of tasks takes
 */
record MoeSizes(int tokens, int hidden, int inter, int experts, int top, int tile) {
    /** Tasks of one tile of one expert, each with the predicate. */
    static final int TASKS_PER_TILE = 6;

    static MoeSizes of(CaseOptions options) {
        MoeSizes sizes = new MoeSizes(
                options.integer("tokens", 1, 1 << 10),
                options.integer("hidden", 1, 1 << 10),
                options.integer("inter", 1, 1 << 12),
                options.integer("experts", 1, 512),
                options.integer("top", 1, 16),
                options.integer("tile", 1, 256));
        if (sizes.top > sizes.experts) {
            throw new IllegalArgumentException("top=" + sizes.top + " is more than experts=" + sizes.experts);
        }
        long weights = (long) sizes.experts * sizes.hidden * sizes.inter;
        long partials = (long) sizes.experts * sizes.tokens * sizes.hidden;
        if (Math.max(weights, partials) > 1L << 26) {
            throw new IllegalArgumentException("experts=%d hidden=%d inter=%d tokens=%d need more than 2^26 elements"
                    .formatted(sizes.experts, sizes.hidden, sizes.inter, sizes.tokens));
        }
        return sizes;
    }

    /** Tiles of an expert, should all tokens go to it. */
    int tiles() {
        return (tokens + tile - 1) / tile;
    }

    int rowsIn(int tileNumber) {
        return Math.min(tile, tokens - tileNumber * tile);
    }

    /** Scores, routing, every tile of every expert and what waits for them, and the sum. */
    long tasks() {
        return 2 + (long) experts * (tiles() * TASKS_PER_TILE + 1) + 1;
    }
}
