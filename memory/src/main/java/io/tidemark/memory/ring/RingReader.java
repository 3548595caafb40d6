package io.tidemark.memory.ring;

import io.tidemark.memory.Cells;

/**
 * The one reader of a ring. It looks at the writer's tail once per batch and releases its head once
 * per batch, because a shared line moved per record costs more than the record. A tail that makes
 * no sense is counted and nothing is read.
 */
public final class RingReader extends RingEnd {
    /**
     * Sees one slot. It may keep nothing of it: the slot is the writer's again when the batch ends.
     */
    @FunctionalInterface
    public interface SlotVisitor {
        void visit(long at);
    }

    private final Cells cells;
    private final long slotsAt;
    private final long tailAt;
    private final long headAt;
    private final int capacity;
    private final int slotBytes;
    private long damagedTails;

    /** Takes over where an earlier reader of the same ring stopped. */
    public RingReader(Ring ring) {
        cells = ring.cells();
        slotsAt = ring.slotsAt();
        tailAt = ring.tailAt();
        headAt = ring.headAt();
        capacity = ring.capacity();
        slotBytes = ring.slotBytes();
        position = cells.getAcquire(headAt);
        otherSeen = position;
    }

    /**
     * Visits at most {@code limit} published slots in order and gives them back; how many it was.
     */
    public int drain(SlotVisitor visitor, int limit) {
        long waiting = otherSeen - position;
        if (waiting == 0) {
            waiting = refresh();
        }
        int count = (int) Math.min(limit, waiting);
        if (count <= 0) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            visitor.visit(slotsAt + ((position + i) & (capacity - 1)) * slotBytes);
        }
        position += count;
        cells.setRelease(headAt, position);
        return count;
    }

    /** How often the tail lay outside what a writer can have published. */
    public long damagedTails() {
        return damagedTails;
    }

    private long refresh() {
        long tail = cells.getAcquire(tailAt);
        long waiting = tail - position;
        if (waiting < 0 || waiting > capacity) {
            damagedTails++;
            return 0;
        }
        otherSeen = tail;
        return waiting;
    }
}
