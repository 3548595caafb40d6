package io.tidemark.probe;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * One lane of a channel as the device thread that hands its buffers over sees it. Never waits,
 * never allocates. A buffer of the lane is in one place at a time: in the free queue, {@code next}
 * (taken ahead of need), current, kept by the subclass, sealed (waiting for a place in the
 * ready queue), in the ready queue, or with the host.
 *
 * <p>Committed records are never given up: a sealed buffer that finds no place stays sealed and, if
 * the run ends first, is recovered from the region. When there is no buffer, new records are
 * refused and counted.
 */
public abstract class HandoverLane {
    /** No buffer. The region's header lies at 0, so no buffer ever does. */
    protected static final long NONE = FreeQueueReader.NONE;

    private static final int LEAST_BUFFERS = 2; // one to write while the host has the other

    protected final MemorySegment segment;
    protected final long laneAt;
    protected final int recordBytes;
    protected final int capacity;

    private final StreamPlace stream;
    private final int lane;
    private final FreeQueueReader free;
    private final long[] sealed; // oldest first, a ring
    private int sealedHead;
    private int sealedCount;

    private long lastSequence;
    private long nextFirstPosition;
    private long badBuffers;
    private long toldDamage;
    private boolean enlisted;
    private LaneGroup group;

    protected long current = NONE;
    protected long next = NONE;

    protected HandoverLane(MemorySegment segment, StreamPlace stream, int lane) {
        this.segment = segment;
        this.stream = stream;
        this.lane = lane;
        if (!stream.hasLane(lane) || stream.buffersPerLane() < LEAST_BUFFERS) {
            throw new IllegalArgumentException(
                    "lane=" + lane + " lanes=" + stream.lanes() + " buffersPerLane=" + stream.buffersPerLane());
        }
        laneAt = stream.activeHeadAt(lane);
        recordBytes = stream.recordBytes();
        capacity = stream.recordsPerBuffer();
        free = new FreeQueueReader(new SegmentCells(segment), stream.freeQueueAt(lane), stream.freeSlots());
        sealed = new long[stream.buffersPerLane()];
    }

    /** True if the records of one more step fit without the host. */
    public abstract boolean hasRoom();

    /** True if the lane should take a buffer ahead of need. */
    protected abstract boolean wantsBuffer();

    /**
     * Makes {@code next} current if the lane stands without a current buffer and may do so by
     * itself.
     */
    protected abstract void resume();

    /** Seals what is complete at the end of a run. False if a record is still being written. */
    protected abstract boolean sealAtEnd();

    /** Hands over and takes what is possible now. */
    final void service(ReadyQueueWriter ready, BackPressureGate gate) {
        handOver(ready, gate);
        if (wantsBuffer() && !takeNext() && !hasRoom()) {
            gate.raiseFreeContended();
        }
        resume();
    }

    final void handOver(ReadyQueueWriter ready, BackPressureGate gate) {
        while (sealedCount > 0) {
            long buffer = sealed[sealedHead];
            int sequence = (int) BufferHeader.SEQUENCE.get(segment, buffer);
            int records = (int) BufferHeader.SEALED_RECORDS.get(segment, buffer);
            if (!ready.offer(lane, stream.kind(), buffer, sequence, records)) {
                gate.raiseReadyContended();
                break;
            }
            sealedHead = sealedHead + 1 == sealed.length ? 0 : sealedHead + 1;
            sealedCount--;
        }
    }

    /** True if the lane needs no further service until it asks again. */
    final boolean isSettled() {
        return sealedCount == 0 && !wantsBuffer();
    }

    final boolean hasSealed() {
        return sealedCount > 0;
    }

    /** Takes a free buffer as {@code next} and writes its header; false if there is none. */
    protected final boolean takeNext() {
        if (next != NONE) {
            return true;
        }
        long buffer = free.take();
        if (buffer == NONE) {
            tellDamage();
            return false;
        }
        int index = stream.bufferIndexOf(buffer);
        if (index < 0 || index / stream.buffersPerLane() != lane) {
            badBuffers++;
            tellDamage();
            return false;
        }
        BufferHeader.SEQUENCE.setOpaque(segment, buffer, 0);
        VarHandle.storeStoreFence(); // a half-written header must not carry a sequence
        BufferHeader.SEALED_RECORDS.set(segment, buffer, BufferHeader.OPEN);
        BufferHeader.FIRST_POSITION.set(segment, buffer, nextFirstPosition);
        BufferHeader.LANE.set(segment, buffer, lane);
        BufferHeader.KIND.set(segment, buffer, stream.kind());
        BufferHeader.DROPPED_BEFORE.set(segment, buffer, 0);
        BufferHeader.SEQUENCE.setRelease(segment, buffer, ++lastSequence);
        nextFirstPosition += capacity; // a buffer is always filled before the next one is begun
        next = buffer;
        return true;
    }

    /** The host reads it when it closes the books; this half may be dead by then. */
    private void tellDamage() {
        long damage = badBuffers + free.damagedTails();
        if (damage != toldDamage) {
            toldDamage = damage;
            LaneTail.FREE_QUEUE_DAMAGE.setOpaque(segment, stream.laneTailAt(lane), damage);
        }
    }

    /** Publishes {@code next} as the lane's current buffer: the buffer first, then its sequence. */
    protected final void activateNext() {
        current = next;
        next = NONE;
        ActiveHead.CURRENT_BUFFER_AT.setOpaque(segment, laneAt, current);
        ActiveHead.CURRENT_SEQUENCE.setRelease(segment, laneAt, BufferHeader.SEQUENCE.get(segment, current));
    }

    protected final void clearCurrent() {
        current = NONE;
        ActiveHead.CURRENT_BUFFER_AT.setRelease(segment, laneAt, NONE);
    }

    /** Puts a buffer that is no longer written in line for the ready queue. */
    protected final void seal(long buffer, long records) {
        assert sealedCount < sealed.length : "more buffers sealed than exist: " + sealedCount;
        BufferHeader.SEALED_RECORDS.set(segment, buffer, records);
        int tail = sealedHead + sealedCount;
        sealed[tail < sealed.length ? tail : tail - sealed.length] = buffer;
        sealedCount++;
        enlist();
    }

    protected final void enlist() {
        if (!enlisted) {
            enlisted = true;
            group.enlist(this);
        }
    }

    final void delisted() {
        enlisted = false;
    }

    final void joins(LaneGroup owner) {
        group = owner;
    }

    /** Sets the position of the next buffer, after one was sealed before it was full. */
    protected final void continueAt(long position) {
        nextFirstPosition = position;
        if (next != NONE) {
            BufferHeader.FIRST_POSITION.set(segment, next, position);
            nextFirstPosition += capacity;
        }
    }

    protected final long firstPosition(long buffer) {
        return BufferHeader.FIRST_POSITION.get(segment, buffer);
    }

    /** Names every buffer that the device half holds, for a census at rest. */
    protected void eachBuffer(LongConsumer visitor) {
        if (current != NONE) {
            visitor.accept(current);
        }
        if (next != NONE) {
            visitor.accept(next);
        }
        for (int i = 0; i < sealedCount; i++) {
            visitor.accept(sealed[(sealedHead + i) % sealed.length]);
        }
    }
}
