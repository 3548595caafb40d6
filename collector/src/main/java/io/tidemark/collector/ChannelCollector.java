package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.collector.spool.FreezeSpan;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.Transport;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Host half of one channel: empties its ready queues into the spool, gives the buffers back, and
 * stops the lanes when it falls behind. One thread at a time; as it is the only one, every queue
 * has one producer and one consumer. A buffer goes back only after its records are in the spool.
 * What makes no sense is counted and left where it is: the reconciliation looks at every buffer of
 * the region again.
 */
public final class ChannelCollector implements Pollable {
    private static final int BATCH = 64; // how long one busy queue may keep the others waiting

    /** A buffer that was announced and could not be copied yet. */
    private record Announced(LanePool lane, long bufferAt, long sequence, int records) {}

    private final Transport transport;
    private final SpoolWriter spool;
    private final List<ReadyQueueReader> queues = new ArrayList<>();
    private final Map<Integer, LanePool[]> lanesByKind;
    private final List<LanePool> lanes = new ArrayList<>();
    private final FreezeControl freeze;
    private final ArrayDeque<Announced> uncopied = new ArrayDeque<>();
    private final Map<Damage, Long> damage = new EnumMap<>(Damage.class);
    private long failedCopies;
    private boolean left;

    public ChannelCollector(
            DeviceRegion region, Channel channel, Transport transport, SpoolWriter spool, LongSupplier tickClock) {
        this.transport = transport;
        this.spool = spool;
        List<StreamPlace> streams = region.streams().stream()
                .filter(stream -> stream.channelCode() == channel.code())
                .toList();
        if (streams.isEmpty()) {
            throw new IllegalArgumentException("channel=" + channel + " is not in the region");
        }
        lanesByKind = new HashMap<>();
        for (StreamPlace stream : streams) {
            LanePool[] pools = new LanePool[stream.lanes()];
            for (int lane = 0; lane < pools.length; lane++) {
                pools[lane] = new LanePool(transport, stream, lane);
                lanes.add(pools[lane]);
            }
            lanesByKind.put(stream.kind(), pools);
        }
        StreamPlace first = streams.getFirst(); // the streams of a channel share its queues
        for (int queue = 0; queue < first.readyQueues(); queue++) {
            queues.add(new ReadyQueueReader(transport, first.readyQueueAt(queue), first.readyCapacity()));
        }
        freeze = new FreezeControl(transport, first.backPressureAt(), tickClock);
    }

    /** Gives the device its buffers. Call once, before it runs. */
    public void fill() {
        for (LanePool lane : lanes) {
            lane.adoptAll();
            lane.topUp();
        }
    }

    @Override
    public int poll() throws IOException {
        int moved = collectUncopied();
        for (int i = 0; i < queues.size(); i++) {
            moved += drain(queues.get(i));
        }
        freeze.hear();
        if (freeze.isFrozen()) {
            moved += thaw();
        }
        return moved;
    }

    private int drain(ReadyQueueReader queue) throws IOException {
        int taken = 0;
        while (taken < BATCH && queue.poll()) {
            taken++;
            accept(queue);
        }
        return taken;
    }

    private void accept(ReadyQueueReader entry) throws IOException {
        LanePool[] pools = lanesByKind.get(entry.kind());
        if (pools == null) {
            count(Damage.UNKNOWN_KIND);
            return;
        }
        if (entry.lane() < 0 || entry.lane() >= pools.length) {
            count(Damage.LANE_OUT_OF_RANGE);
            return;
        }
        LanePool lane = pools[entry.lane()];
        if (!lane.owns(entry.bufferAt())) {
            count(Damage.FOREIGN_BUFFER);
            return;
        }
        if (entry.records() < 1 || entry.records() > lane.stream().recordsPerBuffer()) {
            count(Damage.RECORD_COUNT);
            return;
        }
        long sequence = Integer.toUnsignedLong(entry.sequence());
        collect(new Announced(lane, entry.bufferAt(), sequence, entry.records()));
    }

    private int collectUncopied() throws IOException {
        int waiting = uncopied.size();
        for (int i = 0; i < waiting; i++) {
            collect(uncopied.remove());
        }
        return waiting - uncopied.size();
    }

    private void collect(Announced buffer) throws IOException {
        LanePool lane = buffer.lane;
        StreamPlace stream = lane.stream();
        long sizeBytes = BufferHeader.LAYOUT.sizeBytes() + (long) buffer.records * stream.recordBytes();
        if (!transport.refresh(buffer.bufferAt, sizeBytes)) {
            failedCopies++;
            uncopied.add(buffer);
            return;
        }
        if (!lane.agrees(buffer.bufferAt, buffer.sequence, buffer.records)) {
            count(Damage.HEADER_MISMATCH);
            return;
        }
        if (spool.index().contains(stream.kind(), lane.lane(), buffer.sequence)) {
            count(Damage.REPEATED_SEQUENCE);
            return;
        }
        MemorySegment view = transport.view();
        spool.append(
                stream.kind(),
                lane.lane(),
                buffer.sequence,
                buffer.records,
                BufferHeader.DROPPED_BEFORE.get(view, buffer.bufferAt),
                BufferHeader.FIRST_POSITION.get(view, buffer.bufferAt),
                false,
                view,
                StreamPlace.recordsAt(buffer.bufferAt));
        lane.spooled(spool.index(), buffer.sequence, buffer.records);
        lane.recycle(buffer.bufferAt);
        lane.topUp();
    }

    /**
     * Lets the lanes go once everything published is spooled and every free queue is as full as it
     * can be.
     */
    private int thaw() throws IOException {
        if (!isDrained()) {
            return 0;
        }
        int offered = 0;
        for (LanePool lane : lanes) {
            offered += lane.topUp();
        }
        if (offered > 0) {
            return offered; // look at everything again in the next turn
        }
        Optional<FreezeSpan> span = freeze.release();
        if (span.isPresent()) {
            spool.append(span.get());
        }
        return span.isPresent() ? 1 : 0;
    }

    /** True if nothing the device has published is still outside the spool. */
    public boolean isDrained() {
        boolean drained = uncopied.isEmpty();
        for (ReadyQueueReader queue : queues) {
            drained &= queue.isDrained();
        }
        return drained;
    }

    public boolean isFrozen() {
        return freeze.isFrozen();
    }

    @Override
    public boolean isPressed() {
        return freeze.isFrozen() || !uncopied.isEmpty();
    }

    @Override
    public void leave() {
        if (!left) {
            left = true;
            freeze.leave();
        }
    }

    private void count(Damage kind) {
        damage.merge(kind, 1L, Long::sum);
    }

    /** What the device sent that made no sense, so far. */
    public Map<Damage, Long> damage() {
        Map<Damage, Long> all = new EnumMap<>(damage);
        long torn = queues.stream().mapToLong(ReadyQueueReader::damagedEntries).sum();
        long positions =
                queues.stream().mapToLong(ReadyQueueReader::damagedPositions).sum()
                        + lanes.stream().mapToLong(LanePool::damagedHeads).sum();
        all.merge(Damage.TORN_ENTRY, torn, Long::sum);
        all.merge(Damage.QUEUE_POSITION, positions, Long::sum);
        all.values().removeIf(count -> count == 0);
        return all;
    }

    public long failedCopies() {
        return failedCopies
                + queues.stream().mapToLong(ReadyQueueReader::failedCopies).sum()
                + lanes.stream().mapToLong(LanePool::failedCopies).sum();
    }

    /** Names every buffer that lies with the host or in a free queue, for a census at rest. */
    public void eachFreeBuffer(LongConsumer visitor) {
        for (LanePool lane : lanes) {
            lane.eachFreeBuffer(visitor);
        }
    }
}
