package io.tidemark.collector;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.collector.spool.SpoolIndex;
import io.tidemark.memory.Transport;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * The host's side of one lane: the buffers that lie here, and how far the lane is spooled.
 * Collector thread only. The lane's buffers are its own for the whole run, so one lane can never
 * starve another, and a buffer that comes from the wrong lane is known as damage.
 */
final class LanePool {
    private static final I64 SLOT = new I64(0);

    private final Transport transport;
    private final StreamPlace stream;
    private final int lane;
    private final FreeQueueWriter free;
    private final long[] spare;
    private int spareCount;
    private long spooledBelow = 1;
    private long delivered;

    LanePool(Transport transport, StreamPlace stream, int lane) {
        this.transport = transport;
        this.stream = stream;
        this.lane = lane;
        free = new FreeQueueWriter(transport, stream.freeQueueAt(lane), stream.freeSlots());
        spare = new long[stream.buffersPerLane()];
    }

    /** Puts all buffers of the lane on the pile; only before the device runs. */
    void adoptAll() {
        for (int i = stream.buffersPerLane() - 1; i >= 0; i--) {
            spare[spareCount++] = stream.bufferAt(lane * stream.buffersPerLane() + i);
        }
    }

    void recycle(long bufferAt) {
        spare[spareCount++] = bufferAt;
    }

    /** Offers spare buffers to the device until its queue is full; returns how many. */
    int topUp() {
        int offered = 0;
        while (spareCount > 0 && free.offer(spare[spareCount - 1])) {
            spareCount--;
            offered++;
        }
        return offered;
    }

    boolean owns(long bufferAt) {
        int index = stream.bufferIndexOf(bufferAt);
        return index >= 0 && index / stream.buffersPerLane() == lane;
    }

    /** True if the buffer's own header says what the entry said; its bytes must be here already. */
    boolean agrees(long bufferAt, long sequence, int records) {
        MemorySegment view = transport.view();
        return BufferHeader.SEQUENCE.getAcquire(view, bufferAt) == sequence
                && BufferHeader.SEALED_RECORDS.get(view, bufferAt) == records
                && BufferHeader.KIND.get(view, bufferAt) == stream.kind()
                && BufferHeader.LANE.get(view, bufferAt) == lane;
    }

    /** Says in the region what is safe; a copy that fails is repeated by the next buffer. */
    void spooled(SpoolIndex index, long sequence, int records) {
        delivered += records;
        if (sequence == spooledBelow) {
            do {
                spooledBelow++;
            } while (index.contains(stream.kind(), lane, spooledBelow));
        }
        long tailAt = stream.laneTailAt(lane);
        LaneTail.DELIVERED.setOpaque(transport.view(), tailAt, delivered);
        LaneTail.SPOOLED_BELOW.setRelease(transport.view(), tailAt, spooledBelow);
        transport.flush(tailAt + LaneTail.HOST_LINE, LaneTail.ARENA_RELEASED.offset() - LaneTail.HOST_LINE);
    }

    StreamPlace stream() {
        return stream;
    }

    int lane() {
        return lane;
    }

    void eachFreeBuffer(LongConsumer visitor) {
        for (int i = 0; i < spareCount; i++) {
            visitor.accept(spare[i]);
        }
        MemorySegment view = transport.view();
        long queueAt = stream.freeQueueAt(lane);
        transport.refresh(queueAt, FreeQueue.SLOTS);
        long tail = FreeQueue.TAIL.getAcquire(view, queueAt);
        for (long i = FreeQueue.HEAD.getAcquire(view, queueAt); i < tail; i++) {
            long slot = i % stream.freeSlots();
            visitor.accept(SLOT.get(view, queueAt + FreeQueue.SLOTS + slot * FreeQueue.SLOT_BYTES));
        }
    }

    long failedCopies() {
        return free.failedCopies();
    }

    long damagedHeads() {
        return free.damagedHeads();
    }
}
