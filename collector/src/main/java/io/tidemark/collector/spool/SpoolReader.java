package io.tidemark.collector.spool;

import io.tidemark.capture.table.LaneRecords;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the records of a spool lane by lane. Its files are mapped, so their records never lie on
 * the heap. One thread at a time, which also closes it.
 */
public final class SpoolReader implements LaneRecords, AutoCloseable {
    public static final String OWNER = "spool";

    private final OwnedArena arena = OffHeap.confined(OWNER);
    private final Map<Integer, MemorySegment> bytes = new HashMap<>();
    private final SpoolIndex index;

    public SpoolReader(SpoolWriter spool) throws IOException {
        index = spool.index();
        for (Map.Entry<Integer, Path> table : spool.files().entrySet()) {
            try (FileChannel file = FileChannel.open(table.getValue(), StandardOpenOption.READ)) {
                bytes.put(table.getKey(), arena.map(file, FileChannel.MapMode.READ_ONLY, file.size()));
            } catch (IOException e) {
                arena.close();
                throw e;
            }
        }
    }

    public SpoolIndex index() {
        return index;
    }

    @Override
    public MemorySegment bytes(int kind) {
        return bytes.getOrDefault(kind, MemorySegment.NULL);
    }

    @Override
    public List<StoredChunk> chunks(int kind, int lane) {
        return index.chunks(kind, lane);
    }

    @Override
    public void close() {
        arena.close();
    }
}
