package io.tidemark.memory.queue;

import io.tidemark.abi.region.FreeQueue;
import io.tidemark.memory.Cells;
import io.tidemark.memory.Transport;

/**
 * Host end of one lane's free queue; called by one host thread at a time. A full queue refuses. A
 * failed copy leaves the queue as it was, counts, and the buffer stays with the caller.
 */
public final class FreeQueueWriter {
    private final Transport transport;
    private final Cells cells;
    private final long headAt;
    private final long tailAt;
    private final long slotsAt;
    private final int slots;
    private int tail;
    private int headSeen;
    private long failedCopies;
    private long damagedHeads;

    /** Takes over where an earlier writer of the same queue stopped. */
    public FreeQueueWriter(Transport transport, long queueAt, int slots) {
        ReadyQueueReader.requireShape(queueAt, slots);
        this.transport = transport;
        this.slots = slots;
        cells = transport.cells();
        headAt = queueAt + FreeQueue.HEAD.offset();
        tailAt = queueAt + FreeQueue.TAIL.offset();
        slotsAt = queueAt + FreeQueue.SLOTS;
        transport.refresh(tailAt, Integer.BYTES);
        tail = cells.getIntAcquire(tailAt);
        headSeen = tail - slots; // looks full until the head has been read
    }

    /** How many buffers the device has not taken yet; the slot count if that is unknown. */
    public int waiting() {
        if (!transport.refresh(headAt, Integer.BYTES)) {
            failedCopies++;
            return slots;
        }
        int head = cells.getIntAcquire(headAt);
        int waiting = tail - head; // a difference, so the indices may wrap
        if (waiting < 0 || waiting > slots) {
            damagedHeads++;
            return slots;
        }
        headSeen = head;
        return waiting;
    }

    /** Offers one empty buffer to the lane; false when there is no room or the copy failed. */
    public boolean offer(long bufferAt) {
        if (tail - headSeen >= slots && waiting() >= slots) {
            return false;
        }
        long at = slotsAt + (tail & (slots - 1)) * FreeQueue.SLOT_BYTES;
        cells.set(at, bufferAt);
        if (!transport.flush(at, FreeQueue.SLOT_BYTES)) {
            failedCopies++;
            return false;
        }
        cells.setIntRelease(tailAt, tail + 1);
        if (!transport.flush(tailAt, Integer.BYTES)) {
            cells.setIntRelease(tailAt, tail);
            failedCopies++;
            return false;
        }
        tail++;
        return true;
    }

    public long failedCopies() {
        return failedCopies;
    }

    public long damagedHeads() {
        return damagedHeads;
    }
}
