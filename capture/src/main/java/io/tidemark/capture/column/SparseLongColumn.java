package io.tidemark.capture.column;

/**
 * Values for a few rows of a table, rows ascending: twelve bytes each, found by halving. One thread
 * fills it; any number may read after that.
 */
public final class SparseLongColumn {
    private final IntColumn rows = new IntColumn();
    private final LongColumn values = new LongColumn();

    /**
     * Adds the value of a row, which must not lie before the last one; the same row again replaces
     * it.
     */
    public void put(int row, long value) {
        int last = rows.size() - 1;
        if (last >= 0 && rows.get(last) >= row) {
            if (rows.get(last) > row) {
                throw new IllegalArgumentException("row=" + row + " after=" + rows.get(last));
            }
            values.set(last, value);
            return;
        }
        rows.add(row);
        values.add(value);
    }

    /** Whether no row has a value. */
    public boolean isEmpty() {
        return rows.size() == 0;
    }

    /** The value of a row that has one. */
    public long get(int row) {
        return values.get(place(row));
    }

    /**
     * Which of the rows with a value a row that has one is.
     *
     * @param before the place of another, -1 for none: the row after it is found at once
     */
    public int placeAfter(int before, int row) {
        int next = before + 1;
        return next < rows.size() && rows.get(next) == row ? next : place(row);
    }

    /** The value at a place. */
    public long at(int place) {
        return values.get(place);
    }

    private int place(int row) {
        int low = 0;
        int high = rows.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
