package io.tidemark.runtime.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Regions as boxes of two axes, found by where they lie. A box belongs to the block in which it begins.
 * Boxes of about one size share a level, whose blocks are at least as long as its boxes. So a box that touches another
 * one begins in a block of that one or in the block before. One thread.
 */
final class RegionBlocks {
    /** Ends are behind the last element; no box is empty. */
    record Box(long row, long rowEnd, long column, long columnEnd) {
        static Box ofBytes(long begin, long end) {
            return new Box(begin, end, 0, 1);
        }
    }

    private final List<Level> levels = new ArrayList<>(1);

    void add(Box box, WrittenRegion region) {
        int rowShift = shift(box.rowEnd - box.row);
        int columnShift = shift(box.columnEnd - box.column);
        for (Level level : levels) {
            if (level.rowShift == rowShift && level.columnShift == columnShift) {
                level.add(box, region);
                return;
            }
        }
        Level made = new Level(rowShift, columnShift);
        levels.add(made);
        made.add(box, region);
    }

    void remove(Box box, WrittenRegion region) {
        int rowShift = shift(box.rowEnd - box.row);
        int columnShift = shift(box.columnEnd - box.column);
        levels.removeIf(level ->
                level.rowShift == rowShift && level.columnShift == columnShift && level.isEmptyWithout(box, region));
    }

    /** Gives all regions that may touch a box, and some that do not. */
    void near(Box box, Consumer<List<WrittenRegion>> found) {
        for (Level level : levels) {
            level.near(box, found);
        }
    }

    void all(Consumer<List<WrittenRegion>> found) {
        for (Level level : levels) {
            level.blocks.values().forEach(found);
        }
    }

    /** The smallest shift with which blocks of {@code 1 << shift} are at least this long. */
    private static int shift(long length) {
        return Long.SIZE - Long.numberOfLeadingZeros(length - 1);
    }

    private static final class Level {
        private final int rowShift;
        private final int columnShift;
        private final Map<Long, List<WrittenRegion>> blocks = new HashMap<>();

        Level(int rowShift, int columnShift) {
            this.rowShift = rowShift;
            this.columnShift = columnShift;
        }

        void add(Box box, WrittenRegion region) {
            blocks.computeIfAbsent(block(box), at -> new ArrayList<>(1)).add(region);
        }

        boolean isEmptyWithout(Box box, WrittenRegion region) {
            List<WrittenRegion> regions = blocks.get(block(box));
            regions.remove(region);
            if (regions.isEmpty()) {
                blocks.remove(block(box));
            }
            return blocks.isEmpty();
        }

        void near(Box box, Consumer<List<WrittenRegion>> found) {
            long firstRow = (box.row >> rowShift) - 1;
            long lastRow = box.rowEnd - 1 >> rowShift;
            long firstColumn = (box.column >> columnShift) - 1;
            long lastColumn = box.columnEnd - 1 >> columnShift;
            double asked = (double) (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);
            if (asked > blocks.size()) {
                blocks.values().forEach(found);
                return;
            }
            for (long row = firstRow; row <= lastRow; row++) {
                for (long column = firstColumn; column <= lastColumn; column++) {
                    List<WrittenRegion> regions = blocks.get(key(row, column));
                    if (regions != null) {
                        found.accept(regions);
                    }
                }
            }
        }

        private long block(Box box) {
            return key(box.row >> rowShift, box.column >> columnShift);
        }

        /** Two blocks with one key only cost a test. */
        private static long key(long row, long column) {
            return row * 0x9E3779B97F4A7C15L + column;
        }
    }
}
