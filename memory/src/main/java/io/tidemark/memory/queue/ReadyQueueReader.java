package io.tidemark.memory.queue;

import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.memory.Cells;
import io.tidemark.memory.Transport;

/**
 * Host end of one ready queue; called by the one drain thread that the queue belongs to. The fields
 * of the entry last polled are read from this object, so polling makes no garbage. The other half
 * is not trusted: positions that make no sense and entries that do not carry their own position are
 * counted; a failed copy leaves everything as it was and the next poll tries again.
 */
public final class ReadyQueueReader {
    /**
     * An entry seen torn this often in a row will not heal: it is skipped, so that the ones behind
     * it get through.
     */
    private static final int TORN_POLLS_BEFORE_SKIP = 1_000;

    private final Transport transport;
    private final Cells cells;
    private final long headAt;
    private final long tailAt;
    private final long entriesAt;
    private final int capacity;
    private long head;
    private long tailSeen;
    private int tornPolls;
    private long failedCopies;
    private long damagedPositions;
    private long damagedEntries;
    private int lane;
    private int kind;
    private long bufferAt;
    private int sequence;
    private int records;

    /** Takes over where an earlier reader of the same queue stopped. */
    public ReadyQueueReader(Transport transport, long queueAt, int capacity) {
        requireShape(queueAt, capacity);
        this.transport = transport;
        this.capacity = capacity;
        cells = transport.cells();
        headAt = queueAt + ReadyQueue.HEAD.offset();
        tailAt = queueAt + ReadyQueue.TAIL.offset();
        entriesAt = queueAt + ReadyQueue.ENTRIES;
        transport.refresh(headAt, Long.BYTES);
        head = cells.getAcquire(headAt);
        tailSeen = head;
    }

    static void requireShape(long queueAt, int capacity) {
        if (capacity < 1 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two");
        }
        if (queueAt < 0 || queueAt % 64 != 0) {
            throw new IllegalArgumentException("queueAt=" + queueAt + " is not on a cache line");
        }
    }

    /** Takes the oldest entry; false when there is none, or none that can be had now. */
    public boolean poll() {
        if (tailSeen == head && !lookAtTail()) {
            return false;
        }
        long at = entriesAt + (head & (capacity - 1)) * ReadyEntry.LAYOUT.sizeBytes();
        if (!transport.refresh(at, ReadyEntry.LAYOUT.sizeBytes())) {
            failedCopies++;
            return false;
        }
        boolean whole = cells.get(at + ReadyEntry.POSITION_STAMP.offset()) == head + 1;
        if (!whole && ++tornPolls < TORN_POLLS_BEFORE_SKIP) {
            return false;
        }
        tornPolls = 0;
        read(at); // before the head moves: after that the slot is the device's again
        if (!releaseHead()) {
            return false;
        }
        if (!whole) {
            damagedEntries++;
        }
        return whole;
    }

    /**
     * Whether the device has published nothing more than was polled. A failed look counts as no.
     */
    public boolean isDrained() {
        if (tailSeen != head) {
            return false;
        }
        if (!transport.refresh(tailAt, Long.BYTES)) {
            failedCopies++;
            return false;
        }
        return cells.getAcquire(tailAt) == head;
    }

    private boolean lookAtTail() {
        if (!transport.refresh(tailAt, Long.BYTES)) {
            failedCopies++;
            return false;
        }
        long tail = cells.getAcquire(tailAt);
        long waiting = tail - head;
        if (waiting < 0 || waiting > capacity) {
            damagedPositions++;
            return false;
        }
        tailSeen = tail;
        return waiting > 0;
    }

    private boolean releaseHead() {
        cells.setRelease(headAt, head + 1);
        if (!transport.flush(headAt, Long.BYTES)) {
            cells.setRelease(headAt, head);
            failedCopies++;
            return false;
        }
        head++;
        return true;
    }

    private void read(long at) {
        lane = cells.getInt(at + ReadyEntry.LANE.offset());
        kind = cells.getInt(at + ReadyEntry.KIND.offset());
        bufferAt = cells.get(at + ReadyEntry.BUFFER_AT.offset());
        sequence = cells.getInt(at + ReadyEntry.SEQUENCE.offset());
        records = cells.getInt(at + ReadyEntry.RECORDS.offset());
    }

    public int lane() {
        return lane;
    }

    public int kind() {
        return kind;
    }

    public long bufferAt() {
        return bufferAt;
    }

    public int sequence() {
        return sequence;
    }

    public int records() {
        return records;
    }

    public long failedCopies() {
        return failedCopies;
    }

    public long damagedPositions() {
        return damagedPositions;
    }

    public long damagedEntries() {
        return damagedEntries;
    }
}
