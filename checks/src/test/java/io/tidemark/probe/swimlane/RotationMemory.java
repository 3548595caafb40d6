package io.tidemark.probe.swimlane;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.Transport;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Mapped memory for stress tests of one lane, cut into plots; each state object of a test takes a
 * fresh one. Plots come round again long after the harness has let go of the object that had them.
 */
final class RotationMemory {
    static final MemorySegment MEMORY;
    static final SegmentCells CELLS;
    static final Transport TRANSPORT;

    /**
     * How often an actor looks again: long enough for the others to come past, short enough to end.
     */
    static final int LOOKS = 100;

    private static final int PLOT_BYTES = 2048;
    private static final int PLOTS = 1 << 15; // the harness keeps about ten thousand objects alive
    private static final AtomicLong NEXT = new AtomicLong();

    static {
        Path memory = Path.of("/dev/shm");
        Path directory = Files.isDirectory(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
        try {
            MEMORY = OffHeap.shared("stress").mapAnonymous(directory, (long) PLOT_BYTES * (PLOTS + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        CELLS = new SegmentCells(MEMORY);
        TRANSPORT = new MappedTransport(MEMORY);
    }

    private RotationMemory() {}

    /**
     * A zeroed plot with one core lane, two buffers and a ready queue of two; never at offset 0.
     */
    static StreamPlace stream(int recordsPerBuffer) {
        long at = (1 + NEXT.getAndIncrement() % PLOTS) * PLOT_BYTES;
        MEMORY.asSlice(at, PLOT_BYTES).fill((byte) 0);
        int recordBytes = AicoreTaskRecord.LAYOUT.sizeBytes();
        return new StreamPlace(
                SwimlaneChannel.CHANNEL.code(),
                SwimlaneStream.AICORE_TASK.code(),
                AicoreTaskRecord.LAYOUT.id(),
                recordBytes,
                1,
                2,
                recordsPerBuffer,
                2,
                1,
                2,
                OnFull.BLOCK,
                at,
                at + 128,
                192,
                at + 320,
                384,
                at + 704,
                64 + (long) recordsPerBuffer * recordBytes,
                0,
                0,
                0,
                0);
    }
}
