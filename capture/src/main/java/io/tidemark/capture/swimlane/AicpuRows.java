package io.tidemark.capture.swimlane;

import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.column.SpanColumn;

/**
 * What the schedulers stamped: one row per dispatch to a core, in file order; empty at level 1.
 * Filled by one reader, read by anyone. A tick of 0 means "no stamp".
 */
public final class AicpuRows {
    private final ShortColumn core = new ShortColumn();
    private final IntColumn registerTaskId = new IntColumn();
    private final SpanColumn span = new SpanColumn(); // dispatch to finish

    public void add(int core, int registerTaskId, long dispatchTick, long finishTick) {
        this.core.add((short) core);
        this.registerTaskId.add(registerTaskId);
        span.add(dispatchTick, finishTick);
    }

    public int size() {
        return core.size();
    }

    public int core(int row) {
        return core.get(row) & 0xFFFF;
    }

    public int registerTaskId(int row) {
        return registerTaskId.get(row);
    }

    public long dispatchTick(int row) {
        return span.start(row);
    }

    public long finishTick(int row) {
        return span.end(row);
    }
}
