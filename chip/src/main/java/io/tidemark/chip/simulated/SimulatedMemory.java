package io.tidemark.chip.simulated;

import io.tidemark.chip.ChipMemory;
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
 * Memory of a simulated chip: pages come into being when they are first written, so a large heap
 * that is hardly used costs little. Kept from run to run; contents are not cleared. Grows by
 * moving, between runs only.
 */
final class SimulatedMemory implements ChipMemory, AutoCloseable {
    private final long baseAddress;
    private OwnedArena arena;
    private DeviceMemory memory;

    SimulatedMemory(long baseAddress, long sizeBytes) {
        this.baseAddress = baseAddress;
        create(sizeBytes);
    }

    @Override
    public long baseAddress() {
        return baseAddress;
    }

    @Override
    public long sizeBytes() {
        return memory.sizeBytes();
    }

    @Override
    public void require(long sizeBytes) {
        if (memory.sizeBytes() < sizeBytes) {
            arena.close();
            create(sizeBytes);
        }
    }

    @Override
    public void copyIn(MemorySegment source, long address) {
        slice(address, source.byteSize()).copyFrom(source);
    }

    @Override
    public void copyOut(long address, MemorySegment target) {
        target.copyFrom(slice(address, target.byteSize()));
    }

    @Override
    public DeviceMemory map() {
        return memory;
    }

    @Override
    public void close() {
        arena.close();
    }

    private MemorySegment slice(long address, long sizeBytes) {
        return memory.segment().asSlice(memory.offset(address), sizeBytes);
    }

    private void create(long sizeBytes) {
        arena = OffHeap.shared("device-memory");
        try {
            Path file = Files.createTempFile("tidemark-", ".memory");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                // Private: written pages belong to this process alone and never travel to a disk.
                MemorySegment segment = arena.map(channel, FileChannel.MapMode.PRIVATE, sizeBytes);
                memory = new DeviceMemory(segment, baseAddress);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            arena.close();
            throw new UncheckedIOException("no device memory of " + sizeBytes + " bytes: " + e.getMessage(), e);
        }
    }
}
