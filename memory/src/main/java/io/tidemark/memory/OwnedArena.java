package io.tidemark.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.LongAdder;

/**
 * An arena whose bytes are counted under the name of an owner until it is closed. Threads as for
 * the arena inside. Made by {@link OffHeap}.
 */
public final class OwnedArena implements Arena {
    private final Arena arena;
    private final LongAdder ownerBytes;
    private final LongAdder heldBytes = new LongAdder();

    OwnedArena(Arena arena, LongAdder ownerBytes) {
        this.arena = arena;
        this.ownerBytes = ownerBytes;
    }

    public long heldBytes() {
        return heldBytes.sum();
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        MemorySegment segment = arena.allocate(byteSize, byteAlignment);
        count(byteSize);
        return segment;
    }

    /**
     * Maps the first bytes of a file; a writable file that is shorter grows, without touching its
     * pages.
     */
    public MemorySegment map(FileChannel file, FileChannel.MapMode mode, long sizeBytes) throws IOException {
        MemorySegment segment = file.map(mode, 0, sizeBytes, arena);
        count(sizeBytes);
        return segment;
    }

    /**
     * Zeroed memory of the mapped kind that no name leads to: hot code then always sees one kind of
     * segment, and pages that are never written cost nothing.
     */
    public MemorySegment mapAnonymous(Path directory, long sizeBytes) throws IOException {
        Path file = Files.createTempFile(directory, "tidemark-", ".mem");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(channel, FileChannel.MapMode.READ_WRITE, sizeBytes);
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public MemorySegment.Scope scope() {
        return arena.scope();
    }

    @Override
    public void close() {
        arena.close();
        long bytes = heldBytes.sumThenReset();
        ownerBytes.add(-bytes);
    }

    private void count(long bytes) {
        heldBytes.add(bytes);
        ownerBytes.add(bytes);
    }
}
