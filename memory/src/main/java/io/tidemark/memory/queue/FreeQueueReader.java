package io.tidemark.memory.queue;

import io.tidemark.abi.region.FreeQueue;
import io.tidemark.memory.Cells;

/**
 * Device end of one lane's free queue; called by the one device thread that rotates the lane. It
 * never waits: an empty queue gives {@link #NONE} and the caller decides.
 */
public final class FreeQueueReader {
    /** No buffer: offset 0 is the region's header. */
    public static final long NONE = 0;

    private final Cells cells;
    private final long headAt;
    private final long tailAt;
    private final long slotsAt;
    private final int slots;
    private int head;
    private int tailSeen;
    private long damagedTails;

    /** Takes over where an earlier reader of the same queue stopped. */
    public FreeQueueReader(Cells cells, long queueAt, int slots) {
        ReadyQueueReader.requireShape(queueAt, slots);
        this.cells = cells;
        this.slots = slots;
        headAt = queueAt + FreeQueue.HEAD.offset();
        tailAt = queueAt + FreeQueue.TAIL.offset();
        slotsAt = queueAt + FreeQueue.SLOTS;
        head = cells.getIntAcquire(headAt);
        tailSeen = head;
    }

    /** The offset of an empty buffer, now the lane's, or {@link #NONE}. */
    public long take() {
        if (head == tailSeen && !lookAtTail()) {
            return NONE;
        }
        long bufferAt = cells.get(slotsAt + (head & (slots - 1)) * FreeQueue.SLOT_BYTES);
        cells.setIntRelease(headAt, ++head);
        return bufferAt;
    }

    /** How often the tail lay outside what a host can have offered. */
    public long damagedTails() {
        return damagedTails;
    }

    private boolean lookAtTail() {
        int tail = cells.getIntAcquire(tailAt);
        int waiting = tail - head; // a difference, so the indices may wrap
        if (waiting < 0 || waiting > slots) {
            damagedTails++;
            return false;
        }
        tailSeen = tail;
        return waiting > 0;
    }
}
