package io.tidemark.runtime;

import io.tidemark.chip.CoreRegisters;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.tensor.DeviceMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A worker's device memory: pages come into being when they are first written, so a large heap that
 * is hardly used costs little. Kept from run to run; contents are not cleared. Grows by moving,
 * between runs only.
 */
final class DeviceStore implements AutoCloseable {
    /** Addresses look like addresses, and zero is none. */
    static final long BASE_ADDRESS = 0x1_0000_0000L;

    private static final long CACHE_LINE_BYTES = 64;

    private final OwnedArena registersArena = OffHeap.shared("core-registers");
    private final MemorySegment registers;
    private OwnedArena memoryArena;
    private DeviceMemory memory;

    DeviceStore(int cores, long sizeBytes) {
        registers = registersArena.allocate(CoreRegisters.sizeBytes(cores), CACHE_LINE_BYTES);
        map(sizeBytes);
    }

    MemorySegment registers() {
        return registers;
    }

    DeviceMemory memory() {
        return memory;
    }

    /** Memory of at least this size; a larger one replaces the old. */
    DeviceMemory atLeast(long sizeBytes) {
        if (memory.sizeBytes() < sizeBytes) {
            memoryArena.close();
            map(sizeBytes);
        }
        return memory;
    }

    @Override
    public void close() {
        memoryArena.close();
        registersArena.close();
    }

    private void map(long sizeBytes) {
        memoryArena = OffHeap.shared("device-memory");
        try {
            Path file = Files.createTempFile("tidemark-", ".memory");
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                // Private: written pages belong to this process alone and never travel to a disk.
                MemorySegment segment =
                        memoryArena.map(channel, FileChannel.MapMode.PRIVATE, sizeBytes);
                memory = new DeviceMemory(segment, BASE_ADDRESS);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            memoryArena.close();
            throw new UncheckedIOException(
                    "no device memory of " + sizeBytes + " bytes: " + e.getMessage(), e);
        }
    }
}
