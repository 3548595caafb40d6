package io.tidemark.viewer.timeline;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The aggregate of one lane over one piece of time: for each cell how much of it is busy, which
 * name takes most of it, and how many spans begin in it. Exact: the spans of the window are walked
 * once, so a tile costs its spans, and all tiles of a level together cost the spans of the lane.
 * One thread fills it; reused from lane to lane.
 */
final class LaneCells {
    /** Name of a cell in which nothing runs. */
    static final int NO_NAME = -1;

    /** Different names told apart in one cell; beyond it the rest only counts as busy. */
    static final int NAMES_PER_CELL = 64;

    private final long[] busyNanos;
    private final int[] begun;

    // per cell a chain of (name, nanos) shares, so that overlapping spans may come in any order
    private final int[] firstShare;
    private int[] nextShare;
    private int[] shareName;
    private long[] shareNanos;
    private int shares;
    private long tileBegin;
    private long tileNanos = 1;
    private long cellNanos = 1; // a power of two
    private int cellBits;

    /** As many cells as a tile has. */
    LaneCells() {
        this(TileGrid.CELLS);
    }

    LaneCells(int cells) {
        busyNanos = new long[cells];
        begun = new int[cells];
        firstShare = new int[cells];
        nextShare = new int[cells];
        shareName = new int[cells];
        shareNanos = new long[cells];
    }

    /** Empties the cells and lays them over a piece of time, as wide as a tile of a grid is. */
    void lay(long begin, long nanos) {
        Arrays.fill(busyNanos, 0);
        Arrays.fill(begun, 0);
        Arrays.fill(firstShare, -1);
        shares = 0;
        tileBegin = begin;
        tileNanos = nanos;
        cellNanos = nanos / busyNanos.length;
        cellBits = Long.numberOfTrailingZeros(cellNanos); // every span is put into its cell by them
        if (cellNanos != 1L << cellBits) {
            throw new IllegalArgumentException("cellNanos=" + cellNanos);
        }
    }

    void fill(Lane lane, long tileBegin, long tileNanos) {
        lay(tileBegin, tileNanos);
        int last = lane.firstFrom(tileBegin + tileNanos);
        for (int span = lane.firstReaching(tileBegin); span < last; span++) {
            add(lane.beginNanos(span), lane.endNanos(span), lane.name(span));
        }
    }

    /** Takes the cells from others of the same lane that are as wide or narrower. */
    void fill(LaneCells finer, long tileBegin, long tileNanos) {
        lay(tileBegin, tileNanos);
        int first = (int) ((tileBegin - finer.tileBegin) / finer.cellNanos);
        int count = (int) (tileNanos / finer.cellNanos);
        int perCell = count / busyNanos.length;
        for (int at = 0; at < count && first + at < finer.busyNanos.length; at++) {
            int cell = at / perCell;
            begun[cell] += finer.begun[first + at];
            for (int share = finer.firstShare[first + at]; share >= 0; share = finer.nextShare[share]) {
                credit(cell, finer.shareName[share], finer.shareNanos[share]);
            }
        }
    }

    /** Adds what lies within the cells of a span. */
    void add(long beginNanos, long endNanos, int name) {
        long begin = beginNanos - tileBegin;
        long end = endNanos - tileBegin;
        if (begin >= 0 && begin < tileNanos) {
            int cell = (int) (begin >> cellBits);
            begun[cell]++;
            if (begin == end) {
                credit(cell, name, 0);
            }
        }
        long from = Math.max(begin, 0);
        long to = Math.min(end, tileNanos);
        while (from < to) {
            int cell = (int) (from >> cellBits);
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

    /** Gives back the room that the shares do not use; after the last span. */
    void trim() {
        int room = Math.max(1, shares); // it grows by doubling
        nextShare = Arrays.copyOf(nextShare, room);
        shareName = Arrays.copyOf(shareName, room);
        shareNanos = Arrays.copyOf(shareNanos, room);
    }

    /** What it takes in memory, without room that {@link #trim} gives back. */
    long bytes() {
        return 16L * busyNanos.length + 16L * shares;
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
            boolean better = shareNanos[share] > most || (shareNanos[share] == most && shareName[share] < best);
            if (better) {
                best = shareName[share];
                most = shareNanos[share];
            }
        }
        return best;
    }

    /** Marks every name of the cells. */
    void markNames(BitSet names) {
        for (int share = 0; share < shares; share++) {
            names.set(shareName[share]);
        }
    }

    /** Spans that begin in a piece of time that is made of whole cells. */
    long begun(long fromNanos, long nanos) {
        int first = (int) ((fromNanos - tileBegin) / cellNanos);
        int last = (int) Math.min(begun.length, first + nanos / cellNanos);
        long count = 0;
        for (int cell = first; cell < last; cell++) {
            count += begun[cell];
        }
        return count;
    }

    /** Spans that begin in the cell. */
    int begun(int cell) {
        return begun[cell];
    }
}
