package io.tidemark.memory.ring;

import io.tidemark.abi.region.RingHeader;
import io.tidemark.memory.Cells;

/**
 * Where a ring lies and how it is cut. Immutable. A {@link RingHeader} at {@code at}, then {@code
 * capacity} slots; one {@link RingWriter} and one {@link RingReader} work on it, each in its own
 * thread.
 */
public record Ring(Cells cells, long at, int capacity, int slotBytes) {
    public Ring {
        if (capacity < 1 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity=" + capacity + " is not a power of two");
        }
        if (slotBytes < 8 || slotBytes % 8 != 0) {
            throw new IllegalArgumentException(
                    "slotBytes=" + slotBytes + " is not a multiple of 8");
        }
        if (at < 0 || at % 64 != 0) {
            throw new IllegalArgumentException("at=" + at + " is not on a cache line");
        }
    }

    /** What a ring of this shape takes, header included. */
    public static long sizeBytes(int capacity, int slotBytes) {
        return RingHeader.LAYOUT.sizeBytes() + (long) capacity * slotBytes;
    }

    long slotsAt() {
        return at + RingHeader.LAYOUT.sizeBytes();
    }

    long tailAt() {
        return at + RingHeader.TAIL.offset();
    }

    long headAt() {
        return at + RingHeader.HEAD.offset();
    }

    long droppedAt() {
        return at + RingHeader.DROPPED.offset();
    }

    /** Claims that were refused so far; any thread. */
    public long dropped() {
        return cells.getAcquire(droppedAt());
    }
}
