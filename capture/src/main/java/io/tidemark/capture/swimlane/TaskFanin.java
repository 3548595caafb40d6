package io.tidemark.capture.swimlane;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;

/**
 * Whom each submitted task comes after, by ids alone, in submit order: what a swimlane has from
 * level 2 on. A task with many producers has several rows, all but the first {@link #CONTINUED}.
 * Filled by one reader, read by anyone.
 */
public final class TaskFanin {
    /** Kind of a task that runs its kernels. */
    public static final int KERNEL = 0;

    /** Kind of a task without kernel. */
    public static final int DUMMY = 2;

    /** Kind of a task whose kernels run only if a tensor says so. */
    public static final int PREDICATED = 3;

    /** Kind of a row that goes on with the task of the row before. */
    public static final int CONTINUED = 255;

    /**
     * Kind of a row that names writers which the recorder had to forget: from its task on, edges to
     * them are missing.
     */
    public static final int FORGOTTEN = 254;

    /** Producers in one row. */
    public static final int MOST_PER_ROW = 6;

    private final LongColumn taskIds = new LongColumn();
    private final ByteColumn kinds = new ByteColumn();
    private final IntColumn starts = new IntColumn();
    private final LongColumn producers = new LongColumn();

    public void beginRow(long taskId, int kind) {
        taskIds.add(taskId);
        kinds.add((byte) kind);
        starts.add(producers.size());
    }

    public void add(long producer) {
        producers.add(producer);
    }

    public int rows() {
        return taskIds.size();
    }

    public long taskId(int row) {
        return taskIds.get(row);
    }

    public int kind(int row) {
        return kinds.get(row) & 0xFF;
    }

    public int begin(int row) {
        return starts.get(row);
    }

    public int end(int row) {
        return row + 1 < rows() ? starts.get(row + 1) : producers.size();
    }

    public long producer(int at) {
        return producers.get(at);
    }
}
