package io.tidemark.runtime.ring;

import io.tidemark.memory.tensor.TensorSpec;

/** Where the outputs of one task begin in its piece of the heap. Pure. */
public final class OutputLayout {
    private static final int ALIGNMENT_BYTES = 1024;

    private OutputLayout() {}

    /** Where the next output begins when the earlier ones take {@code offset} bytes. */
    public static long aligned(long offset) {
        return offset + ALIGNMENT_BYTES - 1 & -ALIGNMENT_BYTES;
    }

    /** Bytes of an output and those before it. */
    public static long after(long offset, TensorSpec spec) {
        return Math.addExact(aligned(offset), spec.sizeBytes());
    }
}
