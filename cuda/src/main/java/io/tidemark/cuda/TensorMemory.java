package io.tidemark.cuda;

import io.tidemark.chip.ChipMemory;

/**
 * The memory of a device that a chip hands out and frees. It may keep bytes that the host gave as
 * long as no kernel writes to them, so the caller reports such kernels.
 */
interface TensorMemory extends ChipMemory, AutoCloseable {
    /** A kernel that is about to be sent may write to the tensor that has this address. */
    default void mayChange(long tensorAddress) {}

    /** The run is over, and what the host gave for it is the host's own again. */
    default void endRun() {}

    @Override
    void close();
}
