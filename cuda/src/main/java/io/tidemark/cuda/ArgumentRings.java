package io.tidemark.cuda;

import java.lang.foreign.MemorySegment;

/**
 * Memory of the host in which each core has a ring for the arguments that it dumps, and behind them
 * the block that dumps for schedulers. Kept from run to run; borrowed from the accelerator.
 */
final class ArgumentRings {
    private static final long ALL_BYTES = 64L << 20;
    private static final long LEAST_BYTES = 64L << 10; // some pieces
    private static final long MOST_BYTES = 1L << 20;

    private final MemorySegment all;
    private final long address;
    private final long ringBytes;

    ArgumentRings(Accelerator accelerator, int cores) {
        ringBytes = Math.clamp(Long.highestOneBit(ALL_BYTES / cores), LEAST_BYTES, MOST_BYTES);
        all = accelerator.share((cores + 1) * ringBytes);
        address = accelerator.deviceAddress(all);
    }

    /** Where the device sees the ring of the first core. */
    long address() {
        return address;
    }

    /** Of each ring; a power of two. */
    long ringBytes() {
        return ringBytes;
    }

    /**
     * @param block a core, or the number of cores for the block that dumps for schedulers
     */
    MemorySegment ring(int block) {
        return all.asSlice(block * ringBytes, ringBytes);
    }
}
