package io.tidemark.probe;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;

/**
 * A lane whose records are written by the thread that also hands it over: {@link #reserve}, plain
 * stores at the returned offset, {@link #commit}. Never waits, throws or allocates. When full,
 * {@link #reserve} counts the record under its cause and returns {@link #NO_SLOT}.
 */
public final class BufferLane extends HandoverLane {
    /** The record is refused and already counted. */
    public static final long NO_SLOT = -1;

    private final long reserveBytes;

    private long committed;
    private long dropped;
    private long slotAt;
    private long endAt;
    private long attentionAt; // the offset at which the lane runs low
    private long droppedQueueFull;
    private long droppedNoSpace;
    private long droppedSinceBuffer;

    /**
     * @param recordsPerStep the most records between two calls of {@link LaneGroup#hasRoom}
     */
    public BufferLane(MemorySegment segment, StreamPlace stream, int lane, int recordsPerStep) {
        super(segment, stream, lane);
        if (recordsPerStep < 1 || recordsPerStep > capacity) {
            throw new IllegalArgumentException("recordsPerStep=" + recordsPerStep + " recordsPerBuffer=" + capacity);
        }
        reserveBytes = (long) recordsPerStep * recordBytes;
    }

    /** Offset at which to write the record, or {@link #NO_SLOT}. */
    public long reserve() {
        long at = slotAt;
        ActiveHead.RESERVED.set(segment, laneAt, committed + dropped + 1);
        return at != endAt ? at : reserveElsewhere();
    }

    /**
     * Reserves the next record, to be written with others that lie side by side with it. As before
     * any record, one at most is cut off by a death: the others of the run are counted with {@link
     * #commitRun}, one by one.
     *
     * @return how many of the wanted ones may be written from {@link #runAt} on; 0 if the next
     *     record is refused and already counted
     */
    public int reserveRun(int wanted) {
        if (reserve() == NO_SLOT) {
            return 0;
        }
        long left = endAt - slotAt;
        return left >= (long) wanted * recordBytes ? wanted : (int) (left / recordBytes);
    }

    /** Offset of the records that {@link #reserveRun} gave. */
    public long runAt() {
        return slotAt;
    }

    /** Publishes {@code records} records, at least one, at the place that {@link #reserveRun} returned. */
    public void commitRun(int records) {
        for (int left = records; left > 1; left--) {
            slotAt += recordBytes;
            ActiveHead.COMMITTED.setRelease(segment, laneAt, ++committed);
            ActiveHead.RESERVED.set(segment, laneAt, committed + dropped + 1);
        }
        commit();
    }

    private long reserveElsewhere() {
        takeNext();
        resume();
        if (current != NONE) {
            return slotAt;
        }
        dropped++;
        droppedSinceBuffer++;
        if (hasSealed()) {
            ActiveHead.DROPPED_QUEUE_FULL.setRelease(segment, laneAt, ++droppedQueueFull);
        } else {
            long noBuffer = dropped - droppedQueueFull - droppedNoSpace;
            ActiveHead.DROPPED_NO_BUFFER.setRelease(segment, laneAt, noBuffer);
        }
        enlist();
        return NO_SLOT;
    }

    /** Publishes the record at the offset that {@link #reserve} gave. */
    public void commit() {
        long at = slotAt + recordBytes;
        long count = committed + 1;
        slotAt = at;
        committed = count;
        boolean runsLow = at >= attentionAt;
        ActiveHead.COMMITTED.setRelease(segment, laneAt, count); // orders all plain stores before it
        if (runsLow) {
            attend();
        }
    }

    /**
     * Gives up the record at the offset that {@link #reserve} gave, because its payload has no
     * room.
     */
    public void dropForSpace() {
        dropped++;
        droppedSinceBuffer++;
        ActiveHead.DROPPED_NO_SPACE.setRelease(segment, laneAt, ++droppedNoSpace);
    }

    private void attend() {
        attentionAt = endAt;
        enlist();
        if (slotAt == endAt) {
            seal(current, capacity);
            clearCurrent();
            slotAt = endAt = attentionAt = 0;
            resume();
        }
    }

    @Override
    protected void resume() {
        if (current != NONE || next == NONE) {
            return;
        }
        BufferHeader.DROPPED_BEFORE.set(segment, next, droppedSinceBuffer);
        droppedSinceBuffer = 0;
        activateNext();
        slotAt = StreamPlace.recordsAt(current);
        endAt = slotAt + (long) capacity * recordBytes;
        attentionAt = endAt - reserveBytes + recordBytes;
    }

    @Override
    public boolean hasRoom() {
        return endAt - slotAt >= reserveBytes || next != NONE;
    }

    @Override
    protected boolean wantsBuffer() {
        return endAt - slotAt < reserveBytes && next == NONE;
    }

    @Override
    protected boolean sealAtEnd() {
        if (current != NONE && slotAt != StreamPlace.recordsAt(current)) {
            seal(current, (slotAt - StreamPlace.recordsAt(current)) / recordBytes);
            clearCurrent();
            continueAt(committed);
            slotAt = endAt = attentionAt = 0;
        }
        return true;
    }
}
