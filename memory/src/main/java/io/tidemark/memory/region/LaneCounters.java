package io.tidemark.memory.region;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.LaneTail;
import java.lang.foreign.MemorySegment;

/**
 * The counters of one lane as they stood in the region at one look; the books of a finished lane
 * are the {@code LaneLedger} of its certificate. Immutable. The law of every channel, for a lane at
 * rest: reserved = delivered + recovered + dropped + torn, where delivered + recovered = committed.
 */
public record LaneCounters(
        long reserved,
        long committed,
        long droppedNoBuffer,
        long droppedQueueFull,
        long droppedNoSpace,
        long droppedRefused,
        long delivered,
        long damaged,
        long spooledBelow) {
    /** Reads a lane; exact when its producer is at rest or dead. */
    public static LaneCounters read(MemorySegment region, StreamPlace stream, int lane) {
        long head = stream.activeHeadAt(lane);
        long tail = stream.laneTailAt(lane);
        long committed = ActiveHead.COMMITTED.getAcquire(region, head); // before reserved: never ahead of it
        return new LaneCounters(
                ActiveHead.RESERVED.getOpaque(region, head),
                committed,
                ActiveHead.DROPPED_NO_BUFFER.getOpaque(region, head),
                ActiveHead.DROPPED_QUEUE_FULL.getOpaque(region, head),
                ActiveHead.DROPPED_NO_SPACE.getOpaque(region, head),
                ActiveHead.DROPPED_REFUSED.getOpaque(region, head),
                LaneTail.DELIVERED.getOpaque(region, tail),
                LaneTail.DAMAGED.getOpaque(region, tail),
                LaneTail.SPOOLED_BELOW.getAcquire(region, tail));
    }

    public long dropped() {
        return droppedNoBuffer + droppedQueueFull + droppedNoSpace + droppedRefused;
    }

    /**
     * Begun and neither finished nor given up: being written, or cut off by the death of the
     * writer.
     */
    public long torn() {
        return reserved - committed - dropped();
    }
}
