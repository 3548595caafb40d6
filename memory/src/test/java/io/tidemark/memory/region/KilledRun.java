package io.tidemark.memory.region;

import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.RegionFixture;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import java.nio.file.Path;

/**
 * A process that writes and collects for ever, to be killed at any moment: one thread per lane
 * writes, the main thread "spools" each buffer by advancing the lane's mark and gives it back.
 */
final class KilledRun {
    private KilledRun() {}

    public static void main(String[] args) throws Exception {
        DeviceRegion region = DeviceRegion.create(Path.of(args[0]), RegionFixture.settings(), RegionFixture.channels());
        StreamPlace stream = region.stream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.code())
                .orElseThrow();
        MappedTransport host = new MappedTransport(region.memory());
        FreeQueueWriter[] free = new FreeQueueWriter[stream.lanes()];
        for (int lane = 0; lane < stream.lanes(); lane++) {
            free[lane] = new FreeQueueWriter(host, stream.freeQueueAt(lane), stream.freeSlots());
            for (int i = 0; i < stream.buffersPerLane(); i++) {
                free[lane].offer(stream.bufferAt(lane * stream.buffersPerLane() + i));
            }
        }
        for (int lane = 0; lane < 2; lane++) { // as many as there are ready queues
            startLane(region, stream, lane);
        }
        System.out.println("running");
        ReadyQueueReader[] ready = new ReadyQueueReader[2];
        for (int queue = 0; queue < 2; queue++) {
            ready[queue] = new ReadyQueueReader(host, stream.readyQueueAt(queue), stream.readyCapacity());
        }
        while (true) {
            boolean idle = true;
            for (ReadyQueueReader queue : ready) {
                if (queue.poll()) {
                    idle = false;
                    long tailAt = stream.laneTailAt(queue.lane());
                    long delivered = LaneTail.DELIVERED.get(region.memory(), tailAt);
                    LaneTail.DELIVERED.set(region.memory(), tailAt, delivered + queue.records());
                    LaneTail.SPOOLED_BELOW.setRelease(region.memory(), tailAt, queue.sequence() + 1L);
                    free[queue.lane()].offer(queue.bufferAt());
                }
            }
            if (idle) {
                Thread.yield();
            }
        }
    }

    private static void startLane(DeviceRegion region, StreamPlace stream, int lane) {
        ReadyQueueWriter queue = new ReadyQueueWriter(
                new SegmentCells(region.memory()), stream.readyQueueAt(lane), stream.readyCapacity());
        LaneScribe scribe = new LaneScribe(region, stream, lane, queue);
        Thread.ofPlatform().daemon().start(() -> {
            for (long number = 1; ; ) {
                if (scribe.reserve()) {
                    scribe.commit(number++);
                } else {
                    Thread.yield();
                }
            }
        });
    }
}
