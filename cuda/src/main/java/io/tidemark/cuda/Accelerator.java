package io.tidemark.cuda;

import io.tidemark.abi.Platform;
import java.lang.foreign.MemorySegment;

/**
 * What runs the blocks of a persistent kernel. For the thread that owns the chip, except that any
 * thread may use the memory that it gives.
 */
interface Accelerator extends AutoCloseable {
    /** As people name it in messages. */
    String name();

    Platform platform();

    /** Blocks that run at the same time, those that are no cores included. */
    int mostBlocks();

    /** Whether the host's threads have CPUs of their own, so that they may wait by spinning. */
    boolean leavesCpusAlone();

    /** Zeroed memory of the host that the device reads and writes too, in whole pages. */
    MemorySegment share(long sizeBytes);

    /** Where the device sees shared memory. */
    long deviceAddress(MemorySegment shared);

    /**
     * Memory of the device where cores look for what the host tells them, cleared at each start; 0
     * where they look into shared memory itself. Once.
     */
    long mailboxes(long sizeBytes);

    /** Memory of the device for tensors. */
    TensorMemory tensorMemory(long sizeBytes);

    /**
     * Starts the kernel: so many blocks, all at once. One at a time.
     *
     * @param launch a {@code DeviceLaunch}
     */
    void start(MemorySegment launch, int blocks);

    /** Whether a block of the last start has not left. */
    boolean isRunning() throws DeviceFaultException;

    /** Frees everything; when nothing runs. */
    @Override
    void close();
}
