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
     * Device memory that cores poll for messages of the host, cleared at each start; 0 if they poll
     * the shared memory itself. Called once.
     */
    long mailboxes(long sizeBytes);

    /** Memory of the device for tensors. */
    TensorMemory tensorMemory(long sizeBytes);

    /**
     * Starts the kernel with all its blocks at once. One kernel at a time.
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
