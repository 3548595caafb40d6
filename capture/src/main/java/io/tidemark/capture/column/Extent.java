package io.tidemark.capture.column;

/**
 * The least and the greatest of the positive values that were added. They are updated while a
 * column is filled, so that no walk over its rows is necessary. One thread fills it; any number may
 * read after that.
 */
public final class Extent {
    private long lowest = Long.MAX_VALUE;
    private long highest;

    /** Takes a value; 0 and less do not count. */
    public void add(long value) {
        if (value > highest) {
            highest = value;
        }
        if (value < lowest && value > 0) {
            lowest = value;
        }
    }

    /** Takes what another one was shown. */
    public Extent addAll(Extent other) {
        lowest = Math.min(lowest, other.lowest);
        highest = Math.max(highest, other.highest);
        return this;
    }

    /** The least; {@code Long.MAX_VALUE} without a positive value. */
    public long lowest() {
        return lowest;
    }

    /** The greatest; 0 without a positive value. */
    public long highest() {
        return highest;
    }
}
