package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.Extent;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.SpanColumn;
import io.tidemark.capture.column.StringIndex;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What an orchestrator did, lane after lane in file order: its submits, or in files before June
 * 2026 the steps inside a submit. Used for the device orchestrator (ticks) and for the host's
 * (nanoseconds of the host clock). Filled by one reader, read by anyone.
 */
public final class SubmitPhases {
    /** The name of a whole submit. */
    public static final String SUBMIT = "orch_submit";

    private final StringIndex names = new StringIndex(255);
    private final IntColumn laneStarts = new IntColumn();
    private final ByteColumn name = new ByteColumn();
    private final SpanColumn span = new SpanColumn();
    private final IntColumn submitIndex = new IntColumn();
    private final LongColumn taskId = new LongColumn();

    public void beginLane() {
        laneStarts.add(size());
    }

    /** Adds a row; {@code taskId} is {@code TaskId.INVALID} when the file does not name one. */
    public void add(String phase, long start, long end, int submitIndex, long taskId) {
        name.add((byte) names.add(phase));
        span.add(start, end);
        this.submitIndex.add(submitIndex);
        this.taskId.add(taskId);
    }

    /** Adds submits from the words of their records. */
    public void addRecords(long[] words, int count) {
        int step = OrchPhaseRecord.LAYOUT.sizeBytes() / Long.BYTES;
        byte[] known = new byte[count];
        Arrays.fill(known, (byte) names.add(SUBMIT));
        name.addAll(known, count);
        span.addFields(words, OrchPhaseRecord.START_TICK.word(), step, count);
        submitIndex.addFields(words, OrchPhaseRecord.LAYOUT, OrchPhaseRecord.SUBMIT_INDEX, count);
        taskId.addFields(words, OrchPhaseRecord.TASK_ID.word(), step, count, -1L);
    }

    /** All lanes with the rows that {@code left} does not name, in the same order. */
    public SubmitPhases without(BitSet left) {
        SubmitPhases kept = new SubmitPhases();
        for (int lane = 0; lane < laneCount(); lane++) {
            kept.beginLane();
            for (int row = laneBegin(lane); row < laneEnd(lane); row++) {
                if (!left.get(row)) {
                    kept.add(phase(row), start(row), end(row), submitIndex(row), taskId(row));
                }
            }
        }
        return kept;
    }

    public int laneCount() {
        return laneStarts.size();
    }

    public int laneBegin(int lane) {
        return laneStarts.get(lane);
    }

    public int laneEnd(int lane) {
        return lane + 1 < laneCount() ? laneStarts.get(lane + 1) : size();
    }

    public int size() {
        return span.size();
    }

    public String phase(int row) {
        return names.text(name.get(row) & 0xFF);
    }

    /** Device tick or host nanosecond, depending on the table that contains it. */
    public long start(int row) {
        return span.start(row);
    }

    public long end(int row) {
        return span.end(row);
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

    public int submitIndex(int row) {
        return submitIndex.get(row);
    }

    public long taskId(int row) {
        return taskId.get(row);
    }
}
