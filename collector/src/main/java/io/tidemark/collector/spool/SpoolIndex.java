package io.tidemark.collector.spool;

import io.tidemark.capture.table.StoredChunk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What lies where in the spool of one channel: per kind and lane the chunks in the order of their
 * sequence. Grows with buffers, not with records. One thread at a time.
 */
public final class SpoolIndex {
    private record Key(int kind, int lane) {}

    private final Map<Key, List<StoredChunk>> chunks = new HashMap<>();
    private final List<FreezeSpan> freezes = new ArrayList<>();

    /** Adds a chunk; false, and no change, if its lane already has one with this sequence. */
    public boolean add(StoredChunk chunk) {
        List<StoredChunk> lane = chunks.computeIfAbsent(new Key(chunk.kind(), chunk.lane()), key -> new ArrayList<>());
        int at = lane.size(); // nearly always the newest
        if (at > 0 && lane.get(at - 1).sequence() >= chunk.sequence()) {
            int found = Collections.binarySearch(lane, chunk, Comparator.comparingLong(StoredChunk::sequence));
            if (found >= 0) {
                return false;
            }
            at = -found - 1;
        }
        lane.add(at, chunk);
        return true;
    }

    public void add(FreezeSpan freeze) {
        freezes.add(freeze);
    }

    /** Chunks of one lane, oldest first. */
    public List<StoredChunk> chunks(int kind, int lane) {
        return Collections.unmodifiableList(chunks.getOrDefault(new Key(kind, lane), List.of()));
    }

    public boolean contains(int kind, int lane, long sequence) {
        List<StoredChunk> own = chunks(kind, lane);
        int low = 0;
        int high = own.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = own.get(middle).sequence();
            if (found == sequence) {
                return true;
            }
            if (found < sequence) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    public long records(int kind, int lane, boolean recovered) {
        long records = 0;
        for (StoredChunk chunk : chunks(kind, lane)) {
            records += chunk.recovered() == recovered ? chunk.records() : 0;
        }
        return records;
    }

    public List<FreezeSpan> freezes() {
        return Collections.unmodifiableList(freezes);
    }
}
