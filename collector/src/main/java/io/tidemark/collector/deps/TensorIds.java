package io.tidemark.collector.deps;

import io.tidemark.memory.tensor.Tensor;

/** The id under which a dependency file knows a buffer and its version. Pure. */
final class TensorIds {
    private static final long BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long PRIME = 0x100_0000_01b3L;

    private TensorIds() {}

    /** FNV-1a over the eight bytes of the address and the four of the version. */
    static long of(Tensor tensor) {
        long hash = mix(BASIS, tensor.baseAddress(), Long.BYTES);
        return mix(hash, tensor.version(), Integer.BYTES);
    }

    private static long mix(long basis, long value, int bytes) {
        long hash = basis;
        for (int i = 0; i < bytes; i++) {
            hash = (hash ^ (value >>> 8 * i & 0xFF)) * PRIME;
        }
        return hash;
    }
}
