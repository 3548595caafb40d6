package io.tidemark.capture.column;

/**
 * A growable column of (start, end) pairs in eight bytes a row. A start is kept as a distance from
 * the first one of its block, and an end as a distance from its start. The few distances that do
 * not fit 32 bits are kept separately. One thread fills it; any number may read after that.
 */
public final class SpanColumn {
    private static final int FAR = Integer.MIN_VALUE;
    private static final int BLOCK_BITS = 10; // rows of a block lie close together in time

    private final LongColumn blockStart = new LongColumn();
    private final IntColumn startDistance = new IntColumn();
    private final SparseLongColumn farStarts = new SparseLongColumn();
    private final IntColumn endDistance = new IntColumn();
    private final SparseLongColumn farEnds = new SparseLongColumn();
    private final Extent starts = new Extent();
    private final Extent ends = new Extent();
    private boolean isTimed = true;

    public void add(long startTick, long endTick) {
        starts.add(startTick);
        ends.add(endTick);
        isTimed &= startTick > 0 && endTick >= startTick;
        int row = size();
        int block = row >>> BLOCK_BITS;
        if (block == blockStart.size()) {
            blockStart.add(startTick);
        }
        add(startDistance, farStarts, row, blockStart.get(block), startTick);
        add(endDistance, farEnds, row, startTick, endTick);
    }

    /**
     * Adds {@code count} pairs from words; the end follows its start. The first pair is at
     * {@code first}, and the pairs are {@code step} words apart.
     */
    public void addFields(long[] words, int first, int step, int count) {
        int at = first;
        for (int left = count; left > 0; ) {
            int row = size();
            int block = row >>> BLOCK_BITS;
            if (block == blockStart.size()) {
                blockStart.add(words[at]);
            }
            int some = Math.min(left, ((block + 1) << BLOCK_BITS) - row);
            if (takeExtents(words, at, step, some, blockStart.get(block))) {
                startDistance.addDistances(words, at, step, some, blockStart.get(block));
                endDistance.addLengths(words, at, step, some);
            } else {
                for (int pair = at; pair < at + some * step; pair += step) {
                    long start = words[pair];
                    row = size();
                    add(startDistance, farStarts, row, blockStart.get(block), start);
                    add(endDistance, farEnds, row, start, words[pair + 1]);
                }
            }
            left -= some;
            at += some * step;
        }
    }

    /** Whether every distance of these pairs fits; their extents are taken in either case. */
    private boolean takeExtents(long[] words, int first, int step, int count, long origin) {
        long firstStart = Long.MAX_VALUE;
        long lastStart = 0;
        long firstEnd = Long.MAX_VALUE;
        long lastEnd = 0;
        boolean areTimed = true;
        boolean areNear = true;
        for (int at = first; at < first + count * step; at += step) {
            long start = words[at];
            long end = words[at + 1];
            lastStart = start > lastStart ? start : lastStart;
            lastEnd = end > lastEnd ? end : lastEnd;
            firstStart = start > 0 && start < firstStart ? start : firstStart;
            firstEnd = end > 0 && end < firstEnd ? end : firstEnd;
            areTimed &= start > 0 && end >= start;
            long apart = start - origin;
            long length = end - start;
            areNear &= apart == (int) apart && apart != FAR;
            areNear &= length == (int) length && length != FAR;
        }
        isTimed &= areTimed;
        if (lastStart > 0) {
            starts.add(firstStart);
            starts.add(lastStart);
        }
        if (lastEnd > 0) {
            ends.add(firstEnd);
            ends.add(lastEnd);
        }
        return areNear;
    }

    private static void add(IntColumn near, SparseLongColumn far, int row, long origin, long value) {
        long apart = value - origin;
        if (apart == (int) apart && apart != FAR) {
            near.add((int) apart);
        } else {
            near.add(FAR);
            far.put(row, value);
        }
    }

    public long start(int row) {
        int apart = startDistance.get(row);
        return apart == FAR ? farStarts.get(row) : blockStart.get(row >>> BLOCK_BITS) + apart;
    }

    public long end(int row) {
        int apart = endDistance.get(row);
        return apart == FAR ? farEnds.get(row) : start(row) + apart;
    }

    public int size() {
        return endDistance.size();
    }

    /** The extent of all starts. */
    public Extent starts() {
        return starts;
    }

    /** The extent of all ends. */
    public Extent ends() {
        return ends;
    }

    /** Whether every row has a positive start and an end that is not before it. */
    public boolean isTimed() {
        return isTimed;
    }
}
