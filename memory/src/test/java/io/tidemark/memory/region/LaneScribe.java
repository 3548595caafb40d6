package io.tidemark.memory.region;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import java.lang.foreign.MemorySegment;

/**
 * The smallest producer that keeps the region's rules: numbers its records, drops when there is no
 * buffer. One lane, one thread.
 */
final class LaneScribe {
    private final MemorySegment memory;
    private final StreamPlace stream;
    private final int lane;
    private final FreeQueueReader free;
    private final ReadyQueueWriter ready;
    private final long headAt;
    private long reserved;
    private long committed;
    private long dropped;
    private long bufferAt;
    private long firstPosition;
    private int sequence;

    LaneScribe(DeviceRegion region, StreamPlace stream, int lane, ReadyQueueWriter ready) {
        this.memory = region.memory();
        this.stream = stream;
        this.lane = lane;
        this.ready = ready;
        free = new FreeQueueReader(new SegmentCells(memory), stream.freeQueueAt(lane), stream.freeSlots());
        headAt = stream.activeHeadAt(lane);
    }

    /**
     * Begins a record: from here to {@link #commit} a death leaves it torn. False: it was dropped.
     */
    boolean reserve() {
        ActiveHead.RESERVED.setOpaque(memory, headAt, ++reserved);
        if (bufferAt != 0 && committed - firstPosition == stream.recordsPerBuffer()) {
            seal();
        }
        if (bufferAt == 0 && !take()) {
            ActiveHead.DROPPED_NO_BUFFER.setOpaque(memory, headAt, ++dropped);
            return false;
        }
        return true;
    }

    void commit(long number) {
        long at = stream.recordAt(bufferAt, (int) (committed - firstPosition));
        AicoreTaskRecord.START_TICK.set(memory, at, number);
        AicoreTaskRecord.END_TICK.set(memory, at, number + lane);
        AicoreTaskRecord.TASK.set(memory, at, ~number);
        AicoreTaskRecord.REG_TASK_ID.set(memory, at, number);
        ActiveHead.COMMITTED.setRelease(memory, headAt, ++committed);
    }

    void seal() {
        int records = (int) (committed - firstPosition);
        BufferHeader.SEALED_RECORDS.setRelease(memory, bufferAt, records);
        while (!ready.offer(lane, stream.kind(), bufferAt, sequence, records)) {
            Thread.yield();
        }
        ActiveHead.CURRENT_BUFFER_AT.setRelease(memory, headAt, 0);
        bufferAt = 0;
    }

    private boolean take() {
        long taken = free.take();
        if (taken == FreeQueueReader.NONE) {
            return false;
        }
        BufferHeader.SEQUENCE.setRelease(memory, taken, 0);
        BufferHeader.LANE.set(memory, taken, lane);
        BufferHeader.KIND.set(memory, taken, stream.kind());
        BufferHeader.FIRST_POSITION.set(memory, taken, committed);
        BufferHeader.SEALED_RECORDS.set(memory, taken, BufferHeader.OPEN);
        BufferHeader.SEQUENCE.setRelease(memory, taken, ++sequence);
        ActiveHead.CURRENT_BUFFER_AT.setRelease(memory, headAt, taken);
        ActiveHead.CURRENT_SEQUENCE.setRelease(memory, headAt, sequence);
        bufferAt = taken;
        firstPosition = committed;
        return true;
    }
}
