package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.capture.column.Extent;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.column.SpanColumn;
import java.util.BitSet;

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

    /** Adds records of a core, given as words; their numbers are in range. */
    public void addRecords(int core, long[] words, int count) {
        int step = AicpuTaskRecord.LAYOUT.sizeBytes() / Long.BYTES;
        this.core.addAll((short) core, count);
        registerTaskId.addFields(words, AicpuTaskRecord.LAYOUT, AicpuTaskRecord.REG_TASK_ID, count);
        span.addFields(words, AicpuTaskRecord.DISPATCH_TICK.word(), step, count);
    }

    /** The rows that {@code left} does not name, in the same order. */
    public AicpuRows without(BitSet left) {
        AicpuRows kept = new AicpuRows();
        for (int row = 0; row < size(); row++) {
            if (!left.get(row)) {
                kept.add(core(row), registerTaskId(row), dispatchTick(row), finishTick(row));
            }
        }
        return kept;
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

    public Extent dispatches() {
        return span.starts();
    }

    public Extent finishes() {
        return span.ends();
    }
}
