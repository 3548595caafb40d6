package io.tidemark.cuda;

import io.tidemark.chip.ChipMemory;

/** The memory of a device that a chip hands out and frees. */
interface TensorMemory extends ChipMemory, AutoCloseable {
    @Override
    void close();
}
