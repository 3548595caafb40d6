package io.tidemark.runtime.replay;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.RegionOverlap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What tasks wrote that are gone: the runtime no longer orders anyone behind them, for they are
 * done, but a later reader still depends on what they did. Found by buffer and byte, so that a
 * buffer written in many small parts stays cheap. One thread.
 *
 * <p>Memory of the heap is used again after its owner is gone; a buffer is therefore its address
 * and its owner together.
 */
final class RetiredWriters {
    private record BufferKey(long baseAddress, long owner) {}

    /** One buffer: its regions by their first byte. */
    private static final class Buffer {
        final TreeMap<Long, List<WrittenRegion>> byBegin = new TreeMap<>();
        long longestBytes;
        int oldestVersion = Integer.MAX_VALUE;
    }

    private final Map<BufferKey, Buffer> buffers = new HashMap<>();

    void add(WrittenRegion region) {
        Buffer buffer = buffers.computeIfAbsent(key(region.tensor()), key -> new Buffer());
        buffer.byBegin.computeIfAbsent(region.beginByte(), at -> new ArrayList<>(1)).add(region);
        buffer.longestBytes = Math.max(buffer.longestBytes, region.endByte() - region.beginByte());
        buffer.oldestVersion = Math.min(buffer.oldestVersion, region.tensor().version());
    }

    /** The regions that a view overlaps, newest first. */
    List<WrittenRegion> overlapping(Tensor view) {
        Buffer buffer = buffers.get(key(view));
        if (buffer == null) {
            return List.of();
        }
        List<WrittenRegion> found = new ArrayList<>();
        for (List<WrittenRegion> regions : candidates(buffer, view).values()) {
            for (WrittenRegion region : regions) {
                if (RegionOverlap.of(view, region.tensor()) != Overlap.NO_OVERLAP) {
                    found.add(region);
                }
            }
        }
        found.sort(Comparator.comparingLong(WrittenRegion::sequence).reversed());
        return found;
    }

    private static Map<Long, List<WrittenRegion>> candidates(Buffer buffer, Tensor view) {
        if (view.version() > buffer.oldestVersion) {
            return buffer.byBegin; // an older version counts wherever it lies
        }
        WrittenRegion bytes = new WrittenRegion(0, 0, view);
        return buffer.byBegin.subMap(bytes.beginByte() - buffer.longestBytes, bytes.endByte());
    }

    void remove(WrittenRegion region) {
        Buffer buffer = buffers.get(key(region.tensor()));
        List<WrittenRegion> regions = buffer.byBegin.get(region.beginByte());
        regions.remove(region);
        if (regions.isEmpty()) {
            buffer.byBegin.remove(region.beginByte());
        }
    }

    private static BufferKey key(Tensor tensor) {
        return new BufferKey(tensor.baseAddress(), tensor.ownerTaskId());
    }
}
