package io.tidemark.memory.queue;

import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.memory.Cells;

/**
 * Device end of one ready queue; called by the one device thread that the queue belongs to. A full
 * queue refuses, and the caller decides whether to wait or to drop.
 */
public final class ReadyQueueWriter {
    private final Cells cells;
    private final long headAt;
    private final long tailAt;
    private final long entriesAt;
    private final int capacity;
    private long tail;
    private long headSeen;

    /** Takes over where an earlier writer of the same queue stopped. */
    public ReadyQueueWriter(Cells cells, long queueAt, int capacity) {
        ReadyQueueReader.requireShape(queueAt, capacity);
        this.cells = cells;
        this.capacity = capacity;
        headAt = queueAt + ReadyQueue.HEAD.offset();
        tailAt = queueAt + ReadyQueue.TAIL.offset();
        entriesAt = queueAt + ReadyQueue.ENTRIES;
        tail = cells.getAcquire(tailAt);
        headSeen = cells.getAcquire(headAt);
    }

    /**
     * Whether the next {@link #offer} will succeed; only the host can change a no into a yes. A
     * head that makes no sense is a no: unread entries must not be overwritten.
     */
    public boolean hasRoom() {
        if (tail - headSeen < capacity && tail - headSeen >= 0) {
            return true;
        }
        headSeen = cells.getAcquire(headAt);
        return tail - headSeen < capacity && tail - headSeen >= 0;
    }

    /** Publishes one full buffer, or refuses because the queue is full. */
    public boolean offer(int lane, int kind, long bufferAt, int sequence, int records) {
        if (!hasRoom()) {
            return false;
        }
        long at = entriesAt + (tail & (capacity - 1)) * ReadyEntry.LAYOUT.sizeBytes();
        cells.setInt(at + ReadyEntry.LANE.offset(), lane);
        cells.setInt(at + ReadyEntry.KIND.offset(), kind);
        cells.set(at + ReadyEntry.BUFFER_AT.offset(), bufferAt);
        cells.setInt(at + ReadyEntry.SEQUENCE.offset(), sequence);
        cells.setInt(at + ReadyEntry.RECORDS.offset(), records);
        cells.set(at + ReadyEntry.POSITION_STAMP.offset(), tail + 1);
        cells.setRelease(tailAt, ++tail);
        return true;
    }
}
