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

    /** Kind of a row that continues the task of the previous row. */
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
    private Block block = new Block(0);

    public void beginRow(long taskId, int kind) {
        taskIds.add(taskId);
        kinds.add((byte) kind);
        starts.add(producers.size());
    }

    public void add(long producer) {
        producers.add(producer);
    }

    /** Adds rows from the words of their records. */
    public void addRecords(long[] words, int count) {
        if (block.task.length < count) {
            block = new Block(count);
        }
        int step = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
        int known = producers.size();
        int size = 0;
        for (int i = 0; i < count; i++) {
            block.task[i] = FaninRecord.taskId(words, i * step);
            block.kind[i] = (byte) FaninRecord.KIND.of(words, i * step);
            block.start[i] = known + size;
            int some = FaninRecord.producers(words, i * step, block.row);
            for (int at = 0; at < some; at++) {
                block.named[size++] = block.row[at];
            }
        }
        taskIds.addFields(block.task, 0, 1, count, -1L);
        kinds.addAll(block.kind, count);
        starts.addFields(block.start, 0, 1, count, 0);
        producers.addFields(block.named, 0, 1, size, -1L);
    }

    /** Room for the rows of one call, used again by the next. */
    private static final class Block {
        private final long[] task;
        private final byte[] kind;
        private final long[] start;
        private final long[] named;
        private final long[] row = new long[FaninRecord.MOST_PRODUCERS];

        Block(int count) {
            task = new long[count];
            kind = new byte[count];
            start = new long[count];
            named = new long[count * FaninRecord.MOST_PRODUCERS];
        }
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
