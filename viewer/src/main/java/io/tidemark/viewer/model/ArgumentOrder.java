package io.tidemark.viewer.model;

import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.column.RowOrder;
import java.util.Optional;

/**
 * The rows of an argument manifest sorted by unsigned task id, manifest order within a task, so
 * that the arguments of a task stand together whatever the file did. Immutable.
 */
public final class ArgumentOrder {
    private final int[] rows;
    private final long[] taskId;

    private ArgumentOrder(int[] rows, long[] taskId) {
        this.rows = rows;
        this.taskId = taskId;
    }

    static ArgumentOrder of(Optional<ArgsManifest> manifest) {
        int size = manifest.map(ArgsManifest::size).orElse(0);
        long[] key = new long[size];
        for (int row = 0; row < size; row++) {
            key[row] = manifest.get().taskId(row) ^ Long.MIN_VALUE;
        }
        int[] rows = RowOrder.by(size, at -> key[at]);
        long[] taskId = new long[size];
        for (int at = 0; at < size; at++) {
            taskId[at] = key[rows[at]] ^ Long.MIN_VALUE;
        }
        return new ArgumentOrder(rows, taskId);
    }

    public int size() {
        return rows.length;
    }

    /** Row of the manifest. */
    public int row(int position) {
        return rows[position];
    }

    public long taskId(int position) {
        return taskId[position];
    }
}
