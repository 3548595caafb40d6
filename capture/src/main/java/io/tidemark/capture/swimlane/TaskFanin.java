package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.FaninRecord;
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

    /** Adds rows as their records stand in words. */
    public void addRecords(long[] words, int count) {
        int step = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
        long[] task = new long[count];
        byte[] kind = new byte[count];
        long[] start = new long[count];
        long[] named = new long[count * FaninRecord.MOST_PRODUCERS];
        long[] row = new long[FaninRecord.MOST_PRODUCERS];
        int known = producers.size();
        int size = 0;
        for (int i = 0; i < count; i++) {
            task[i] = FaninRecord.taskId(words, i * step);
            kind[i] = (byte) FaninRecord.KIND.of(words, i * step);
            start[i] = known + size;
            int some = FaninRecord.producers(words, i * step, row);
            for (int at = 0; at < some; at++) {
                named[size++] = row[at];
            }
        }
        taskIds.addFields(task, 0, 1, count, -1L);
        kinds.addAll(kind, count);
        starts.addFields(start, 0, 1, count, 0);
        producers.addFields(named, 0, 1, size, -1L);
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
