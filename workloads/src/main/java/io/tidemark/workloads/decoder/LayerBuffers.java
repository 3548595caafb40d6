package io.tidemark.workloads.decoder;

import io.tidemark.memory.tensor.Tensor;

/**
 * What one layer allocates: one block for attention, one for the feed-forward part. Immutable.
 *
 * @param parts attention over every third page, to be merged
 * @param gates partial products of each chunk of the residual, as are {@code ups}
 * @param downs partial products of each tile of the activation
 */
record LayerBuffers(
        Tensor query,
        Tensor key,
        Tensor value,
        Tensor recip,
        Tensor parts,
        Tensor attention,
        Tensor projected,
        Tensor residual,
        Tensor scaled,
        Tensor postRecip,
        Tensor gates,
        Tensor ups,
        Tensor activation,
        Tensor downs) {
    static LayerBuffers of(Tensor[] first, Tensor[] second) {
        return new LayerBuffers(
                first[0], first[1], first[2], first[3], first[4], first[5], second[0], second[1], second[2], second[3],
                second[4], second[5], second[6], second[7]);
    }
}
