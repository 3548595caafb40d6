package io.tidemark.cuda;

import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.tensor.DeviceMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Memory of this process, by its own addresses. Grows by moving, between runs only. */
final class EmulatedMemory implements TensorMemory {
    private static final Path DIRECTORY = Path.of(System.getProperty("java.io.tmpdir"));

    private OwnedArena arena;
    private DeviceMemory memory;

    EmulatedMemory(long sizeBytes) {
        create(sizeBytes);
    }

    @Override
    public long baseAddress() {
        return memory.segment().address();
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

    /**
     * Pages come into being when they are written: a large heap that is hardly used costs little.
     */
    private void create(long sizeBytes) {
        arena = OffHeap.shared("emulated-memory");
        try {
            MemorySegment segment = arena.mapAnonymous(DIRECTORY, sizeBytes);
            memory = new DeviceMemory(segment, segment.address());
        } catch (IOException refused) {
            arena.close();
            throw new UncheckedIOException(
                    "no device memory of " + sizeBytes + " bytes: " + refused.getMessage(), refused);
        }
    }
}
