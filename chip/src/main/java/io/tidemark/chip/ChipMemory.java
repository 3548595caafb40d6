package io.tidemark.chip;

import io.tidemark.memory.tensor.DeviceMemory;
import java.lang.foreign.MemorySegment;

/**
 * The memory of a chip. Addresses are the device's own; the host reaches the bytes only through
 * this interface. For the thread that owns the worker, except that {@link #map} gives what any
 * thread may use.
 */
public interface ChipMemory {
    /** Address of the first byte; 0 is no address. */
    long baseAddress();

    long sizeBytes();

    /**
     * Grows the memory to at least this size, between runs only. Contents and earlier maps may be
     * lost.
     */
    void require(long sizeBytes);

    /** Copies from the host to an address of the device. */
    void copyIn(MemorySegment source, long address);

    /** Copies from an address of the device to the host. */
    void copyOut(long address, MemorySegment target);

    /**
     * The bytes by address, for loads and stores of the host; valid until the memory is replaced. A
     * chip whose memory the host cannot map throws {@link UnsupportedOperationException}.
     */
    DeviceMemory map();
}
