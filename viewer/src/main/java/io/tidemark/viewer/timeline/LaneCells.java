package io.tidemark.viewer.timeline;

import java.util.Arrays;

/**
 * The aggregate of one lane over one tile: for each cell how much of it is busy, which name takes
 * most of it, and how many spans begin in it. Exact: the spans of the window are walked once, so a
 * tile costs its spans, and all tiles of a level together cost the spans of the lane. One thread at
 * a time; reused from lane to lane.
 */
final class LaneCells {
    /** Name of a cell in which nothing runs. */
    static final int NO_NAME = -1;

    /** Different names told apart in one cell; beyond it the rest only counts as busy. */
    static final int NAMES_PER_CELL = 64;

    private final long[] busyNanos = new long[TileGrid.CELLS];
    private final int[] begun = new int[TileGrid.CELLS];

    // per cell a chain of (name, nanos) shares, so that overlapping spans may come in any order
    private final int[] firstShare = new int[TileGrid.CELLS];
    private int[] nextShare = new int[TileGrid.CELLS * 4];
    private int[] shareName = new int[TileGrid.CELLS * 4];
    private long[] shareNanos = new long[TileGrid.CELLS * 4];
    private int shares;
    private long cellNanos = 1;

    void fill(Lane lane, long tileBegin, long tileNanos) {
        Arrays.fill(busyNanos, 0);
        Arrays.fill(begun, 0);
        Arrays.fill(firstShare, -1);
        shares = 0;
        cellNanos = tileNanos / TileGrid.CELLS;
        int last = lane.firstFrom(tileBegin + tileNanos);
        for (int span = lane.firstReaching(tileBegin); span < last; span++) {
            add(lane, span, tileBegin, tileNanos);
        }
    }

    private void add(Lane lane, int span, long tileBegin, long tileNanos) {
        long begin = lane.beginNanos(span) - tileBegin;
        long end = lane.endNanos(span) - tileBegin;
        int name = lane.name(span);
        if (begin >= 0) {
            int cell = (int) (begin / cellNanos);
            begun[cell]++;
            if (begin == end) {
                credit(cell, name, 0);
            }
        }
        long from = Math.max(begin, 0);
        long to = Math.min(end, tileNanos);
        while (from < to) {
            int cell = (int) (from / cellNanos);
            long stop = Math.min(to, (cell + 1) * cellNanos);
            credit(cell, name, stop - from);
            from = stop;
        }
    }

    private void credit(int cell, int name, long nanos) {
        busyNanos[cell] += nanos;
        int length = 0;
        for (int share = firstShare[cell]; share >= 0; share = nextShare[share]) {
            if (shareName[share] == name) {
                shareNanos[share] += nanos;
                return;
            }
            length++;
        }
        if (length == NAMES_PER_CELL) {
            return;
        }
        if (shares == nextShare.length) {
            nextShare = Arrays.copyOf(nextShare, shares * 2);
            shareName = Arrays.copyOf(shareName, shares * 2);
            shareNanos = Arrays.copyOf(shareNanos, shares * 2);
        }
        nextShare[shares] = firstShare[cell];
        shareName[shares] = name;
        shareNanos[shares] = nanos;
        firstShare[cell] = shares++;
    }

    /** Share of the cell that is covered, 0 to 1; where spans overlap it stays at 1. */
    float busy(int cell) {
        return (float) Math.min(1.0, (double) busyNanos[cell] / cellNanos);
    }

    /** The name with most time in the cell, the smaller index on a tie, or {@link #NO_NAME}. */
    int dominantName(int cell) {
        int best = NO_NAME;
        long most = -1;
        for (int share = firstShare[cell]; share >= 0; share = nextShare[share]) {
            boolean better =
                    shareNanos[share] > most
                            || (shareNanos[share] == most && shareName[share] < best);
            if (better) {
                best = shareName[share];
                most = shareNanos[share];
            }
        }
        return best;
    }

    /** Spans that begin in the cell. */
    int begun(int cell) {
        return begun[cell];
    }
}
