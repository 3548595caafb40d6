package io.tidemark.capture.swimlane;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.capture.column.Extent;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.column.SpanColumn;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * What the cores themselves stamped: one row per kernel run on a core, in file order. Filled by one
 * reader, read by anyone. A tick of 0 means "no stamp".
 */
public final class AicoreRows {
    /** Function id of a row whose file does not name one. */
    public static final int NO_FUNCTION = -1;

    private final ShortColumn core = new ShortColumn();
    private final LongColumn taskId = new LongColumn();
    private final IntColumn registerTaskId = new IntColumn();
    private final SpanColumn span = new SpanColumn();
    private final IntColumn receiveToStartTicks = new IntColumn();
    private final Extent receives = new Extent();
    private final Set<Long> failed = new HashSet<>();
    private IntColumn functionId;

    /** Largest core number a row can hold. */
    public static final int MAX_CORE = 0xFFFF;

    public void add(int core, long taskId, int registerTaskId, long startTick, long endTick, int receiveToStartTicks) {
        this.core.add((short) core);
        this.taskId.add(taskId);
        this.registerTaskId.add(registerTaskId);
        span.add(startTick, endTick);
        this.receiveToStartTicks.add(receiveToStartTicks);
        receives.add(startTick - receiveToStartTicks);
        if (functionId != null) {
            functionId.add(NO_FUNCTION);
        }
    }

    /** Adds records of a core, given as words; their numbers are in range. */
    public void addRecords(int core, long[] words, int count) {
        RecordLayout record = AicoreTaskRecord.LAYOUT;
        int step = record.sizeBytes() / Long.BYTES;
        if (functionId == null) {
            functionId = withoutFunctions();
        }
        this.core.addAll((short) core, count);
        taskId.addFields(words, AicoreTaskRecord.TASK.word(), step, count, AicoreTaskRecord.TASK_ID_BITS);
        registerTaskId.addFields(words, record, AicoreTaskRecord.REG_TASK_ID, count);
        receiveToStartTicks.addFields(words, record, AicoreTaskRecord.RECEIVE_TO_START_TICKS, count);
        functionId.addFields(
                words, AicoreTaskRecord.FUNCTION_ID.word(), step, count, AicoreTaskRecord.FUNCTION_ID.bit());
        span.addFields(words, AicoreTaskRecord.START_TICK.word(), step, count);
        for (int at = 0; at < count * step; at += step) {
            receives.add(
                    AicoreTaskRecord.START_TICK.of(words, at) - AicoreTaskRecord.RECEIVE_TO_START_TICKS.of(words, at));
        }
    }

    private IntColumn withoutFunctions() {
        IntColumn none = new IntColumn();
        for (int i = 0; i < size(); i++) {
            none.add(NO_FUNCTION);
        }
        return none;
    }

    /** Sets the function of the row added last. */
    public void functionOfLast(int function) {
        function(size() - 1, function);
    }

    /** Sets the function of a row. */
    public void function(int row, int function) {
        if (functionId == null) {
            if (function == NO_FUNCTION) {
                return;
            }
            functionId = withoutFunctions();
        }
        functionId.set(row, function);
    }

    /** Says that the kernel of this dispatch threw; before or after its row is added. */
    public void addFailed(int core, int registerTaskId) {
        failed.add(key(core, registerTaskId));
    }

    /** True when the kernel of this run threw: its end is the moment of that. */
    public boolean isFailed(int row) {
        return !failed.isEmpty() && failed.contains(key(core(row), registerTaskId(row)));
    }

    private static long key(int core, int registerTaskId) {
        return (long) core << 32 | Integer.toUnsignedLong(registerTaskId);
    }

    /** The rows that {@code left} does not name, in the same order. */
    public AicoreRows without(BitSet left) {
        AicoreRows kept = new AicoreRows();
        for (int row = 0; row < size(); row++) {
            if (!left.get(row)) {
                kept.add(
                        core(row),
                        taskId(row),
                        registerTaskId(row),
                        startTick(row),
                        endTick(row),
                        receiveToStartTicks(row));
                kept.functionOfLast(functionId(row));
            }
        }
        kept.failed.addAll(failed);
        return kept;
    }

    public int size() {
        return core.size();
    }

    public int core(int row) {
        return core.get(row) & 0xFFFF;
    }

    public long taskId(int row) {
        return taskId.get(row);
    }

    /** The per-dispatch token, unsigned 32 bits. */
    public int registerTaskId(int row) {
        return registerTaskId.get(row);
    }

    public long startTick(int row) {
        return span.start(row);
    }

    public long endTick(int row) {
        return span.end(row);
    }

    /**
     * Ticks between the core reading its dispatch register and the start; 0 when the file has no
     * such column.
     */
    public int receiveToStartTicks(int row) {
        return receiveToStartTicks.get(row);
    }

    public long receiveTick(int row) {
        return startTick(row) - receiveToStartTicks(row);
    }

    public Extent receives() {
        return receives;
    }

    public Extent starts() {
        return span.starts();
    }

    public Extent ends() {
        return span.ends();
    }

    /** Whether every row has a start and an end that is not before it. */
    public boolean isTimed() {
        return span.isTimed();
    }

    /** Whether the file names the function of every row. */
    public boolean nameTheirFunctions() {
        boolean all = functionId != null;
        for (int row = 0; all && row < size(); row++) {
            all = functionId.get(row) != NO_FUNCTION;
        }
        return all;
    }

    public int functionId(int row) {
        return functionId == null ? NO_FUNCTION : functionId.get(row);
    }
}
