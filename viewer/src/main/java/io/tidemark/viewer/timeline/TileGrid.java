package io.tidemark.viewer.timeline;

/**
 * How time is cut into tiles: level 0 is one tile over the whole run, each further level halves the
 * width. Widths are powers of two and at least {@link #CELLS} nanoseconds, so every cell is a whole
 * number of nanoseconds and a parent's cell is exactly two of its child's.
 */
public record TileGrid(long rootNanos, int deepestLevel) {
    /** Cells of an aggregated tile; on screen a cell is one to two pixels wide. */
    public static final int CELLS = 256;

    /** Up to this many spans a lane's part of a tile holds the spans themselves. */
    public static final int EXACT_SPANS = 96;

    /** Lanes that travel in one tile, so that a screen of lanes is a handful of requests. */
    public static final int BAND_LANES = 16;

    /** The grid for a run of {@code durationNanos}. */
    public static TileGrid covering(long durationNanos) {
        long root = CELLS;
        int deepest = 0;
        while (root <= durationNanos && root < 1L << 61) {
            root <<= 1;
            deepest++;
        }
        return new TileGrid(root, deepest);
    }

    public long tileNanos(int level) {
        return rootNanos >> level;
    }

    public long tileBegin(int level, long index) {
        return tileNanos(level) * index;
    }

    public boolean has(int level, long index) {
        return level >= 0 && level <= deepestLevel && index >= 0 && index < 1L << level;
    }
}
