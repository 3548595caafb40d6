package io.tidemark.runtime.replay;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
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
    /**
     * A region that a view overlaps.
     *
     * @param covered the view contains it
     */
    record Touched(WrittenRegion region, boolean covered) {}

    private static final Comparator<Touched> NEWEST_FIRST = Comparator.comparingLong(
                    (Touched touched) -> touched.region().sequence())
            .reversed();

    /**
     * Compared by hand: it is asked for at every argument, and a record's own ways start slowly.
     */
    private record BufferKey(long baseAddress, long owner) {
        @Override
        public boolean equals(Object other) {
            return other instanceof BufferKey key && key.baseAddress == baseAddress && key.owner == owner;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(baseAddress * 31 + owner);
        }
    }

    /** One buffer: a list of its regions, or when they are many a tree by their first byte. */
    private static final class Buffer {
        private static final int FEW = 8;

        private List<WrittenRegion> few = new ArrayList<>(2); // null when there were more
        private TreeMap<Long, List<WrittenRegion>> byBegin; // null until then
        private long longestBytes;
        private int oldestVersion = Integer.MAX_VALUE;

        void add(WrittenRegion region) {
            longestBytes = Math.max(longestBytes, region.endByte() - region.beginByte());
            oldestVersion = Math.min(oldestVersion, region.tensor().version());
            if (few != null && few.size() < FEW) {
                few.add(region);
                return;
            }
            if (few != null) {
                byBegin = new TreeMap<>();
                few.forEach(this::place);
                few = null;
            }
            place(region);
        }

        private void place(WrittenRegion region) {
            byBegin.computeIfAbsent(region.beginByte(), at -> new ArrayList<>(1))
                    .add(region);
        }

        /** True if nothing is left. */
        boolean remove(WrittenRegion region) {
            if (few != null) {
                few.remove(region);
                return few.isEmpty();
            }
            List<WrittenRegion> regions = byBegin.get(region.beginByte());
            regions.remove(region);
            if (regions.isEmpty()) {
                byBegin.remove(region.beginByte());
            }
            return byBegin.isEmpty();
        }

        void overlapping(Tensor view, List<Touched> found) {
            if (few != null) {
                test(view, few, found);
                return;
            }
            for (List<WrittenRegion> regions : candidates(view).values()) {
                test(view, regions, found);
            }
        }

        private Map<Long, List<WrittenRegion>> candidates(Tensor view) {
            if (view.version() > oldestVersion) {
                return byBegin; // an older version counts wherever it lies
            }
            WrittenRegion bytes = new WrittenRegion(0, 0, view);
            return byBegin.subMap(bytes.beginByte() - longestBytes, bytes.endByte());
        }

        private static void test(Tensor view, List<WrittenRegion> regions, List<Touched> found) {
            for (WrittenRegion region : regions) {
                Overlap overlap = region.overlapOf(view);
                if (overlap != Overlap.NO_OVERLAP) {
                    found.add(new Touched(region, overlap == Overlap.COVERED));
                }
            }
        }
    }

    private final Map<BufferKey, Buffer> buffers = new HashMap<>();
    private final List<Touched> found = new ArrayList<>();

    void add(WrittenRegion region) {
        buffers.computeIfAbsent(key(region.tensor()), key -> new Buffer()).add(region);
    }

    /** The regions that a view overlaps, newest first; until the next question. */
    List<Touched> overlapping(Tensor view) {
        Buffer buffer = buffers.get(key(view));
        if (buffer == null) {
            return List.of();
        }
        found.clear();
        buffer.overlapping(view, found);
        if (found.size() > 1) {
            found.sort(NEWEST_FIRST);
        }
        return found;
    }

    void remove(WrittenRegion region) {
        BufferKey key = key(region.tensor());
        if (buffers.get(key).remove(region)) {
            buffers.remove(key);
        }
    }

    private static BufferKey key(Tensor tensor) {
        return new BufferKey(tensor.baseAddress(), tensor.ownerTaskId());
    }
}
