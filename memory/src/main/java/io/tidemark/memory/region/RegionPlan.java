package io.tidemark.memory.region;

import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.StreamEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Lays channels out one behind the other: header page, directory, then per channel its
 * back-pressure words, ready queues and extra bytes, and per stream its lanes, buffers and arenas.
 * Used once, by the thread that creates the region. Buffers and arenas start on pages, so that
 * unwritten ones take no memory.
 */
public final class RegionPlan {
    static final long DIRECTORY_AT = RegionHeader.PAGE_BYTES;

    private static final long LINE = 64;
    private static final long PAGE = 4096;

    private final List<StreamPlace> streams;
    private final long boardAt;
    private final long sizeBytes;

    private RegionPlan(List<StreamPlace> streams, long boardAt, long sizeBytes) {
        this.streams = List.copyOf(streams);
        this.boardAt = boardAt;
        this.sizeBytes = sizeBytes;
    }

    /**
     * @param cores as many rows the board has; 0 for no board
     */
    public static RegionPlan of(List<ChannelLayout> channels, int cores) {
        if (channels.stream().map(ChannelLayout::channel).distinct().count() != channels.size()) {
            throw new IllegalArgumentException("channels=" + channels + " repeats a channel");
        }
        int entries =
                channels.stream().mapToInt(channel -> channel.streams().size()).sum();
        Cursor cursor = new Cursor(DIRECTORY_AT);
        cursor.take((long) entries * StreamEntry.LAYOUT.sizeBytes(), LINE);
        List<StreamPlace> streams = new ArrayList<>();
        for (ChannelLayout channel : channels) {
            place(channel, cursor, streams);
        }
        long boardAt = cores == 0 ? 0 : cursor.take(DeviceBoard.sizeBytes(cores), LINE);
        return new RegionPlan(streams, boardAt, cursor.aligned(PAGE));
    }

    /** 0 when there is none. */
    long boardAt() {
        return boardAt;
    }

    public List<StreamPlace> streams() {
        return streams;
    }

    /** Length of the file. */
    public long sizeBytes() {
        return sizeBytes;
    }

    private static void place(ChannelLayout channel, Cursor cursor, List<StreamPlace> streams) {
        long readyStride = readyStrideBytes(channel.readyCapacity());
        long backPressureAt = cursor.take(BackPressure.LAYOUT.sizeBytes(), LINE);
        long readyAt = cursor.take(readyStride * channel.readyQueues(), LINE);
        long extraAt = channel.extraBytes() == 0 ? 0 : cursor.take(channel.extraBytes(), LINE);
        for (StreamLayout stream : channel.streams()) {
            long laneStride = laneStrideBytes(stream.freeSlots());
            long bufferStride =
                    bufferStrideBytes(stream.recordsPerBuffer(), stream.record().sizeBytes());
            long buffers = (long) stream.lanes() * stream.buffersPerLane();
            long arena = align(stream.arenaBytes(), PAGE);
            streams.add(new StreamPlace(
                    channel.channel().code(),
                    stream.kind(),
                    stream.record().id(),
                    stream.record().sizeBytes(),
                    stream.lanes(),
                    stream.buffersPerLane(),
                    stream.recordsPerBuffer(),
                    stream.freeSlots(),
                    channel.readyQueues(),
                    channel.readyCapacity(),
                    channel.onFull(),
                    backPressureAt,
                    readyAt,
                    readyStride,
                    cursor.take(laneStride * stream.lanes(), LINE),
                    laneStride,
                    cursor.take(Math.multiplyExact(bufferStride, buffers), PAGE),
                    bufferStride,
                    arena == 0 ? 0 : cursor.take(arena * stream.lanes(), PAGE),
                    arena,
                    extraAt,
                    channel.extraBytes()));
        }
    }

    static long readyStrideBytes(int capacity) {
        return align(ReadyQueue.ENTRIES + (long) capacity * ReadyEntry.LAYOUT.sizeBytes(), LINE);
    }

    static long laneStrideBytes(int freeSlots) {
        return align(FreeQueue.IN_LANE + FreeQueue.SLOTS + freeSlots * FreeQueue.SLOT_BYTES, LINE);
    }

    static long bufferStrideBytes(int records, int recordBytes) {
        return align(BufferHeader.LAYOUT.sizeBytes() + (long) records * recordBytes, LINE);
    }

    private static long align(long bytes, long to) {
        return (bytes + to - 1) / to * to;
    }

    /** The next free byte. */
    private static final class Cursor {
        private long next;

        Cursor(long start) {
            next = start;
        }

        long take(long sizeBytes, long alignment) {
            long at = align(next, alignment);
            next = Math.addExact(at, sizeBytes);
            return at;
        }

        long aligned(long to) {
            return align(next, to);
        }
    }
}
