package io.tidemark.runtime.replay;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What tasks wrote that are gone: the runtime no longer orders anyone behind them, for they are
 * done, but a later reader still depends on what they did. Found by buffer and place, so that a
 * buffer written in many small parts, rows, columns or tiles, stays cheap. One thread.
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

    /**
     * One buffer: a list of its regions, or when they are many groups of them. A region that is a box on the
     * grid of its strides is in the group of that grid, any other one in the first group.
     */
    private static final class Buffer {
        private static final int FEW = 8;
        private static final int MOST_GROUPS = 8;

        private List<WrittenRegion> few = new ArrayList<>(2); // null when there were more
        private final List<Group> groups = new ArrayList<>(2); // empty until then
        private int size;
        private int oldestVersion = Integer.MAX_VALUE;

        void add(WrittenRegion region) {
            oldestVersion = Math.min(oldestVersion, region.tensor().version());
            size++;
            if (few != null && few.size() < FEW) {
                few.add(region);
                return;
            }
            if (few != null) {
                groups.add(new Group(null));
                few.forEach(each -> groupOf(each.tensor(), true).add(each));
                few = null;
            }
            groupOf(region.tensor(), true).add(region);
        }

        private Group groupOf(Tensor tensor, boolean isNew) {
            if (!RegionGrid.isBox(tensor)) {
                return groups.getFirst();
            }
            for (int i = 1; i < groups.size(); i++) {
                if (RegionGrid.isSame(groups.get(i).like, tensor)) {
                    return groups.get(i);
                }
            }
            if (!isNew || groups.size() == MOST_GROUPS) {
                return groups.getFirst();
            }
            groups.add(new Group(tensor));
            return groups.getLast();
        }

        /** True if nothing is left. */
        boolean remove(WrittenRegion region) {
            if (few != null) {
                few.remove(region);
            } else {
                groupOf(region.tensor(), false).remove(region);
            }
            return --size == 0;
        }

        void overlapping(Tensor view, List<Touched> found) {
            if (few != null) {
                test(view, few, found);
                return;
            }
            Consumer<List<WrittenRegion>> tested = regions -> test(view, regions, found);
            if (view.version() > oldestVersion) {
                groups.forEach(group -> group.bytes.all(tested)); // an older version counts wherever it lies
                return;
            }
            Group own = groupOf(view, false);
            RegionBlocks.Box bytes = bytes(new WrittenRegion(0, 0, view));
            for (Group group : groups) {
                if (group == own && group.like != null) {
                    group.boxes.near(RegionGrid.box(view), tested);
                } else {
                    group.bytes.near(bytes, tested);
                }
            }
        }

        private static RegionBlocks.Box bytes(WrittenRegion region) {
            return RegionBlocks.Box.ofBytes(region.beginByte(), region.endByte());
        }

        private static void test(Tensor view, List<WrittenRegion> regions, List<Touched> found) {
            for (WrittenRegion region : regions) {
                Overlap overlap = region.overlapOf(view);
                if (overlap != Overlap.NO_OVERLAP) {
                    found.add(new Touched(region, overlap == Overlap.COVERED));
                }
            }
        }

        /** Regions of one grid by rows and columns, for views of it, and by bytes, for others. */
        private static final class Group {
            private final Tensor like; // a region of the grid; null for regions without one
            private final RegionBlocks boxes = new RegionBlocks();
            private final RegionBlocks bytes = new RegionBlocks();

            Group(Tensor like) {
                this.like = like;
            }

            void add(WrittenRegion region) {
                bytes.add(Buffer.bytes(region), region);
                if (like != null) {
                    boxes.add(RegionGrid.box(region.tensor()), region);
                }
            }

            void remove(WrittenRegion region) {
                bytes.remove(Buffer.bytes(region), region);
                if (like != null) {
                    boxes.remove(RegionGrid.box(region.tensor()), region);
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
