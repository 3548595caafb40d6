package io.tidemark.checks.bench;

import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A region of one channel whose full buffers are given back at once, unread: what a record costs
 * the device, and the host's least share in it. One thread plays both halves.
 */
final class RecyclingHost implements AutoCloseable {
    private static final int MOST_KINDS = 8;

    private final DeviceRegion region;
    private final ReadyQueueReader[] ready;
    private final FreeQueueWriter[][] free = new FreeQueueWriter[MOST_KINDS][];

    RecyclingHost(RegionSettings settings, ChannelLayout channel) throws IOException {
        Path file = Files.createTempFile(Path.of("/dev/shm"), "tidemark-", ".region");
        Files.delete(file);
        region = DeviceRegion.create(file, settings, List.of(channel));
        MappedTransport transport = new MappedTransport(region.memory());
        for (StreamPlace stream : region.streams()) {
            FreeQueueWriter[] lanes = new FreeQueueWriter[stream.lanes()];
            for (int lane = 0; lane < lanes.length; lane++) {
                lanes[lane] = new FreeQueueWriter(transport, stream.freeQueueAt(lane), stream.freeSlots());
                int buffers = Math.min(stream.freeSlots(), stream.buffersPerLane());
                for (int buffer = 0; buffer < buffers; buffer++) {
                    lanes[lane].offer(stream.bufferAt(lane * stream.buffersPerLane() + buffer));
                }
            }
            free[stream.kind()] = lanes;
        }
        StreamPlace first = region.streams().getFirst();
        ready = new ReadyQueueReader[first.readyQueues()];
        Arrays.setAll(
                ready, queue -> new ReadyQueueReader(transport, first.readyQueueAt(queue), first.readyCapacity()));
    }

    DeviceRegion region() {
        return region;
    }

    FreeQueueWriter freeQueue(int kind, int lane) {
        return free[kind][lane];
    }

    void recycle() {
        for (ReadyQueueReader queue : ready) {
            while (queue.poll()) {
                free[queue.kind()][queue.lane()].offer(queue.bufferAt());
            }
        }
    }

    @Override
    public void close() throws IOException {
        region.delete();
        region.close();
    }
}
