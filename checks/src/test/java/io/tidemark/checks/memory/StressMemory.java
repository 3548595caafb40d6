package io.tidemark.checks.memory;

import io.tidemark.memory.HostOwned;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.ShadowTransport;
import io.tidemark.memory.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Mapped memory for stress tests, cut into plots: each state object of a test takes a fresh one.
 * Plots come round again long after the harness has let go of the object that had them.
 */
final class StressMemory {
    static final MemorySegment MEMORY;
    static final SegmentCells CELLS;
    static final Transport MAPPED;
    static final Transport SHADOW;

    /**
     * How often an actor looks again: long enough for the other one to come past, short enough to
     * end.
     */
    static final int LOOKS = 100;

    private static final int PLOT_BYTES = 512;
    private static final int PLOTS = 1 << 15; // the harness keeps about ten thousand objects alive
    private static final AtomicLong NEXT = new AtomicLong();

    static {
        long bytes = (long) PLOT_BYTES * PLOTS;
        Path memory = Path.of("/dev/shm");
        Path directory = Files.isDirectory(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
        HostOwned everything = new HostOwned(List.of(new HostOwned.Range(0, bytes)));
        try {
            MEMORY = OffHeap.shared("stress").mapAnonymous(directory, bytes);
            SHADOW = new ShadowTransport(MEMORY, everything, directory, copy -> false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        CELLS = new SegmentCells(MEMORY);
        MAPPED = new MappedTransport(MEMORY);
    }

    private StressMemory() {}

    /** A zeroed plot of 512 bytes, the same in the shadow. */
    static long plot() {
        long at = NEXT.getAndIncrement() % PLOTS * PLOT_BYTES;
        MEMORY.asSlice(at, PLOT_BYTES).fill((byte) 0);
        SHADOW.view().asSlice(at, PLOT_BYTES).fill((byte) 0);
        return at;
    }
}
