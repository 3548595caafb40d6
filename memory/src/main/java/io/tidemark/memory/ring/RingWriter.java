package io.tidemark.memory.ring;

import io.tidemark.memory.Cells;

/**
 * The one writer of a ring of fixed-size slots. Neither it nor {@link RingReader} ever waits. A
 * slot is the writer's from {@link #claim} until {@link #publish} releases the tail past it, then
 * the reader's until the reader releases the head past it. When the ring is full a claim is refused
 * and counted.
 */
public final class RingWriter extends RingEnd {
    public static final long FULL = -1;

    private final Cells cells;
    private final long slotsAt;
    private final long tailAt;
    private final long headAt;
    private final long droppedAt;
    private final int capacity;
    private final int slotBytes;

    /** Takes over where an earlier writer of the same ring stopped. */
    public RingWriter(Ring ring) {
        cells = ring.cells();
        slotsAt = ring.slotsAt();
        tailAt = ring.tailAt();
        headAt = ring.headAt();
        droppedAt = ring.droppedAt();
        capacity = ring.capacity();
        slotBytes = ring.slotBytes();
        position = cells.getAcquire(tailAt);
        otherSeen = cells.getAcquire(headAt);
    }

    /** Offset of a free slot, or {@link #FULL}. A refusal is counted here, so no caller has to. */
    public long claim() {
        if (position - otherSeen >= capacity) {
            otherSeen = cells.getAcquire(headAt);
            if (position - otherSeen >= capacity) {
                cells.setRelease(droppedAt, cells.get(droppedAt) + 1);
                return FULL;
            }
        }
        return slotsAt + (position & (capacity - 1)) * slotBytes;
    }

    /** Hands the claimed slot to the reader. */
    public void publish() {
        cells.setRelease(tailAt, ++position);
    }
}
