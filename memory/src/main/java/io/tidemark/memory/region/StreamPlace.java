package io.tidemark.memory.region;

import io.tidemark.abi.Channel;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.region.StreamEntry;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Where one stream lies in a region: its line of the directory, and the arithmetic that goes with
 * it. Immutable, any thread. Every {@code ...At} is a byte offset from the start of the region;
 * indices are the caller's to check with {@link #hasLane} and {@link #bufferIndexOf} when they come
 * from the other half.
 */
public record StreamPlace(
        int channelCode,
        int kind,
        int layoutId,
        int recordBytes,
        int lanes,
        int buffersPerLane,
        int recordsPerBuffer,
        int freeSlots,
        int readyQueues,
        int readyCapacity,
        OnFull onFull,
        long backPressureAt,
        long readyAt,
        long readyStrideBytes,
        long lanesAt,
        long laneStrideBytes,
        long buffersAt,
        long bufferStrideBytes,
        long arenasAt,
        long arenaBytes,
        long extraAt,
        long extraBytes) {

    /** The channel, if this version knows it; empty for a private one. */
    public Optional<Channel> channel() {
        return ChannelCatalog.ofCode(channelCode);
    }

    public boolean isOf(Channel channel) {
        return channel.code() == channelCode;
    }

    public boolean hasLane(long lane) {
        return lane >= 0 && lane < lanes;
    }

    public int buffers() {
        return lanes * buffersPerLane;
    }

    public long readyQueueAt(int queue) {
        return readyAt + queue * readyStrideBytes;
    }

    public long activeHeadAt(int lane) {
        return lanesAt + lane * laneStrideBytes + ActiveHead.IN_LANE;
    }

    public long laneTailAt(int lane) {
        return lanesAt + lane * laneStrideBytes + LaneTail.IN_LANE;
    }

    public long freeQueueAt(int lane) {
        return lanesAt + lane * laneStrideBytes + FreeQueue.IN_LANE;
    }

    /**
     * The header of a buffer of the pool; buffer {@code lane * buffersPerLane + i} is first given
     * to that lane.
     */
    public long bufferAt(int index) {
        return buffersAt + index * bufferStrideBytes;
    }

    /** Which buffer of the pool starts there, or -1 if none does. */
    public int bufferIndexOf(long at) {
        long distance = at - buffersAt;
        if (distance < 0 || distance % bufferStrideBytes != 0) {
            return -1;
        }
        long index = distance / bufferStrideBytes;
        return index < buffers() ? (int) index : -1;
    }

    /** The first record of a buffer, given its header. */
    public static long recordsAt(long bufferAt) {
        return bufferAt + BufferHeader.LAYOUT.sizeBytes();
    }

    public long recordAt(long bufferAt, int record) {
        return recordsAt(bufferAt) + (long) record * recordBytes;
    }

    public long arenaAt(int lane) {
        return arenasAt + lane * arenaBytes;
    }

    void writeTo(MemorySegment segment, long at) {
        StreamEntry.CHANNEL.set(segment, at, channelCode);
        StreamEntry.KIND.set(segment, at, kind);
        StreamEntry.LAYOUT_ID.set(segment, at, layoutId);
        StreamEntry.RECORD_BYTES.set(segment, at, recordBytes);
        StreamEntry.LANES.set(segment, at, lanes);
        StreamEntry.BUFFERS_PER_LANE.set(segment, at, buffersPerLane);
        StreamEntry.RECORDS_PER_BUFFER.set(segment, at, recordsPerBuffer);
        StreamEntry.FREE_SLOTS.set(segment, at, freeSlots);
        StreamEntry.READY_QUEUES.set(segment, at, readyQueues);
        StreamEntry.READY_CAPACITY.set(segment, at, readyCapacity);
        StreamEntry.ON_FULL.set(segment, at, onFull.code());
        StreamEntry.BACK_PRESSURE_AT.set(segment, at, backPressureAt);
        StreamEntry.READY_AT.set(segment, at, readyAt);
        StreamEntry.READY_STRIDE_BYTES.set(segment, at, readyStrideBytes);
        StreamEntry.LANES_AT.set(segment, at, lanesAt);
        StreamEntry.LANE_STRIDE_BYTES.set(segment, at, laneStrideBytes);
        StreamEntry.BUFFERS_AT.set(segment, at, buffersAt);
        StreamEntry.BUFFER_STRIDE_BYTES.set(segment, at, bufferStrideBytes);
        StreamEntry.ARENAS_AT.set(segment, at, arenasAt);
        StreamEntry.ARENA_BYTES.set(segment, at, arenaBytes);
        StreamEntry.EXTRA_AT.set(segment, at, extraAt);
        StreamEntry.EXTRA_BYTES.set(segment, at, extraBytes);
    }

    /** Reads a line of the directory; only after {@link RegionCheck} found no fault in it. */
    static StreamPlace readFrom(MemorySegment segment, long at) {
        return new StreamPlace(
                StreamEntry.CHANNEL.get(segment, at),
                StreamEntry.KIND.get(segment, at),
                (int) StreamEntry.LAYOUT_ID.get(segment, at),
                (int) StreamEntry.RECORD_BYTES.get(segment, at),
                (int) StreamEntry.LANES.get(segment, at),
                (int) StreamEntry.BUFFERS_PER_LANE.get(segment, at),
                (int) StreamEntry.RECORDS_PER_BUFFER.get(segment, at),
                (int) StreamEntry.FREE_SLOTS.get(segment, at),
                (int) StreamEntry.READY_QUEUES.get(segment, at),
                (int) StreamEntry.READY_CAPACITY.get(segment, at),
                OnFull.ofCode(StreamEntry.ON_FULL.get(segment, at)),
                StreamEntry.BACK_PRESSURE_AT.get(segment, at),
                StreamEntry.READY_AT.get(segment, at),
                StreamEntry.READY_STRIDE_BYTES.get(segment, at),
                StreamEntry.LANES_AT.get(segment, at),
                StreamEntry.LANE_STRIDE_BYTES.get(segment, at),
                StreamEntry.BUFFERS_AT.get(segment, at),
                StreamEntry.BUFFER_STRIDE_BYTES.get(segment, at),
                StreamEntry.ARENAS_AT.get(segment, at),
                StreamEntry.ARENA_BYTES.get(segment, at),
                StreamEntry.EXTRA_AT.get(segment, at),
                StreamEntry.EXTRA_BYTES.get(segment, at));
    }
}
