package io.tidemark.probe.swimlane;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.LaneCounters;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamLayout;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A region with the streams of some buffer kinds, and a hand in place of the host. One test thread.
 */
final class ProbeRegion implements AutoCloseable {
    static final int BUFFERS = 3;

    final DeviceRegion region;
    final MappedTransport transport;

    ProbeRegion(Path directory, OnFull onFull, int cores, int records, SwimlaneStream... kinds) throws IOException {
        List<StreamLayout> streams = new ArrayList<>();
        for (SwimlaneStream kind : kinds) {
            boolean perCore = kind == SwimlaneStream.AICORE_TASK || kind == SwimlaneStream.AICPU_TASK;
            int capacity = perCore ? records : 64;
            int lanes = perCore ? cores : 4;
            streams.add(new StreamLayout(kind, lanes, BUFFERS, capacity, 4, 0));
        }
        region = DeviceRegion.create(
                directory.resolve("region"),
                RegionSettings.simulated(Platform.A2A3, DfxFlags.NONE, cores, 2),
                List.of(new ChannelLayout(SwimlaneChannel.CHANNEL, 5, 8, onFull, 0, streams)));
        transport = new MappedTransport(region.memory());
    }

    StreamPlace stream(SwimlaneStream kind) {
        return region.stream(SwimlaneChannel.CHANNEL, kind.code()).orElseThrow();
    }

    FreeQueueWriter free(SwimlaneStream kind, int lane) {
        StreamPlace stream = stream(kind);
        return new FreeQueueWriter(transport, stream.freeQueueAt(lane), stream.freeSlots());
    }

    /** Offers the first buffers of a lane. */
    void offer(SwimlaneStream kind, int lane, int buffers) {
        FreeQueueWriter free = free(kind, lane);
        for (int i = 0; i < buffers; i++) {
            free.offer(stream(kind).bufferAt(lane * BUFFERS + i));
        }
    }

    void offerAll() {
        for (StreamPlace stream : region.streams()) {
            for (int lane = 0; lane < stream.lanes(); lane++) {
                offer(SwimlaneStream.ofCode(stream.kind()).orElseThrow(), lane, BUFFERS);
            }
        }
    }

    ReadyQueueReader ready(int queue) {
        StreamPlace stream = region.streams().getFirst();
        return new ReadyQueueReader(transport, stream.readyQueueAt(queue), stream.readyCapacity());
    }

    LaneCounters ledger(SwimlaneStream kind, int lane) {
        return LaneCounters.read(region.memory(), stream(kind), lane);
    }

    long currentSequence(SwimlaneStream kind, int lane) {
        return ActiveHead.CURRENT_SEQUENCE.getAcquire(
                region.memory(), stream(kind).activeHeadAt(lane));
    }

    void freeze(boolean on) {
        long at = region.streams().getFirst().backPressureAt();
        BackPressure.READY_FREEZE.setRelease(region.memory(), at, on ? 1 : 0);
    }

    boolean freeContended() {
        long at = region.streams().getFirst().backPressureAt();
        return BackPressure.FREE_CONTENDED.getAcquire(region.memory(), at) != 0;
    }

    void hostGone() {
        long at = region.streams().getFirst().backPressureAt();
        BackPressure.HOST_GONE.setRelease(region.memory(), at, 1);
    }

    @Override
    public void close() {
        region.close();
    }
}
