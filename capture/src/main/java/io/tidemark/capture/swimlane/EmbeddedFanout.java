package io.tidemark.capture.swimlane;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import java.util.BitSet;

/**
 * The successors that files of eras A and B write into each task: for AICore row {@code r} the ids
 * from {@link #begin} to {@link #end}. Filled by one reader, read by anyone.
 */
public final class EmbeddedFanout {
    private final IntColumn starts = new IntColumn();
    private final LongColumn successors = new LongColumn();

    /** Opens the list of the next row. */
    public void beginRow() {
        starts.add(successors.size());
    }

    public void add(long successor) {
        successors.add(successor);
    }

    /** Takes back the row opened last, whose list began at {@code size}. */
    public void dropRow(int size) {
        successors.truncate(size);
        starts.truncate(starts.size() - 1);
    }

    /** The lists of the rows that {@code left} does not name, in the same order. */
    public EmbeddedFanout without(BitSet left) {
        EmbeddedFanout kept = new EmbeddedFanout();
        for (int row = 0; row < rows(); row++) {
            if (!left.get(row)) {
                kept.beginRow();
                for (int at = begin(row); at < end(row); at++) {
                    kept.add(successor(at));
                }
            }
        }
        return kept;
    }

    public int rows() {
        return starts.size();
    }

    public int begin(int row) {
        return starts.get(row);
    }

    public int end(int row) {
        return row + 1 < rows() ? starts.get(row + 1) : successors.size();
    }

    public long successor(int at) {
        return successors.get(at);
    }

    public int size() {
        return successors.size();
    }
}
