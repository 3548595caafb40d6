package io.tidemark.viewer.timeline;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The cells of long lanes at one fine level. Tiles of that level and of all coarser ones are sums
 * of these cells, so the spans of a lane are walked once and not once for each level. A lane is
 * filled when a tile first needs it. Any thread may ask.
 */
public final class SharedCells {
    /** Deeper than what any screen asks for at first. */
    private static final int FINEST_LEVEL = 5;

    private static final long MOST_CELLS = 1L << 21; // of all lanes together

    /** The most memory of all lanes together: {@link #MOST_CELLS} cells with two names in each. */
    static final long MOST_BYTES = 96L << 20;

    private static final int WORTH_IT_SPANS = 4096; // fewer are walked as fast as cells are added

    /** Walks all spans of a lane, in any order. */
    @FunctionalInterface
    public interface Spans {
        void visit(int lane, Visitor visitor);
    }

    /** Sees one span after the other. */
    @FunctionalInterface
    public interface Visitor {
        void span(long beginNanos, long endNanos, int name);
    }

    private final TileGrid grid;
    private final int level;
    private final Spans spans;
    private final AtomicReferenceArray<Filled> filled;
    private final Object[] filling;

    /**
     * A lane that was walked.
     *
     * @param cells null if the sum of cells cannot keep every name of every cell apart, or if too
     *     many names share cells. Such a lane keeps no cells and is not walked again for them
     * @param level level of these cells; a lane with many names in one cell has wider cells
     */
    private record Filled(LaneCells cells, int level) {
        static final Filled NONE = new Filled(null, -1);
    }

    /** For this many lanes, none of them filled. */
    public SharedCells(TileGrid grid, int lanes, Spans spans) {
        this.grid = grid;
        this.level = finestLevel(grid, lanes);
        this.spans = spans;
        this.filled = new AtomicReferenceArray<>(lanes);
        this.filling = new Object[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            filling[lane] = new Object();
        }
    }

    /** The finest level whose cells fit into memory for this many lanes. */
    static int finestLevel(TileGrid grid, int lanes) {
        int level = Math.min(FINEST_LEVEL, grid.deepestLevel());
        while (level > 0 && ((long) TileGrid.CELLS << level) * lanes > MOST_CELLS) {
            level--;
        }
        return level;
    }

    /**
     * The cells of a lane, if its part of a tile is certainly more than a tile holds as spans, and
     * if adding them up says the same as walking the spans; otherwise null.
     *
     * @param length about how many spans the lane has: a short one is walked
     */
    LaneCells of(int lane, int length, int tileLevel, long index) {
        if (tileLevel > level || length < WORTH_IT_SPANS) {
            return null;
        }
        Filled known = filled(lane);
        if (tileLevel > known.level) {
            return null;
        }
        LaneCells cells = known.cells;
        long begun = cells.begun(grid.tileBegin(tileLevel, index), grid.tileNanos(tileLevel));
        return begun > TileGrid.EXACT_SPANS ? cells : null;
    }

    private Filled filled(int lane) {
        Filled known = filled.get(lane);
        if (known != null) {
            return known;
        }
        synchronized (filling[lane]) {
            if (filled.get(lane) == null) {
                filled.set(lane, fill(lane));
            }
            return filled.get(lane);
        }
    }

    private Filled fill(int lane) {
        LaneCells cells = new LaneCells(TileGrid.CELLS << level);
        cells.lay(0, grid.rootNanos());
        spans.visit(lane, cells::add);
        BitSet names = new BitSet();
        cells.markNames(names);
        if (names.cardinality() > LaneCells.NAMES_PER_CELL) {
            return Filled.NONE;
        }
        long most = MOST_BYTES / filled.length();
        int kept = level;
        while (kept > 0 && cells.bytes() > most) {
            kept--;
            LaneCells wider = new LaneCells(TileGrid.CELLS << kept);
            wider.fill(cells, 0, grid.rootNanos());
            cells = wider;
        }
        if (cells.bytes() > most) {
            return Filled.NONE;
        }
        cells.trim();
        return new Filled(cells, kept);
    }

    /** What the lanes that were walked hold. */
    long bytes() {
        long sum = 0;
        for (int lane = 0; lane < filled.length(); lane++) {
            Filled known = filled.get(lane);
            sum += known == null || known.cells == null ? 0 : known.cells.bytes();
        }
        return sum;
    }
}
