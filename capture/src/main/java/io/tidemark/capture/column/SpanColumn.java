package io.tidemark.capture.column;

/**
 * A growable column of (start, end) pairs in twelve bytes a row: the end is kept as a distance, the
 * few that do not fit 32 bits apart. One thread fills it; any number may read after that.
 */
public final class SpanColumn {
    private static final int FAR = Integer.MIN_VALUE;

    private final LongColumn start = new LongColumn();
    private final IntColumn distance = new IntColumn();
    private final SparseLongColumn farEnds = new SparseLongColumn();

    public void add(long startTick, long endTick) {
        long apart = endTick - startTick;
        if (apart == (int) apart && apart != FAR) {
            distance.add((int) apart);
        } else {
            distance.add(FAR);
            farEnds.put(size(), endTick);
        }
        start.add(startTick);
    }

    public long start(int row) {
        return start.get(row);
    }

    public long end(int row) {
        int apart = distance.get(row);
        return apart == FAR ? farEnds.get(row) : start.get(row) + apart;
    }

    public int size() {
        return start.size();
    }
}
