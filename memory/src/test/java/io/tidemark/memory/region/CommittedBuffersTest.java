package io.tidemark.memory.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.BufferHeader;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.RegionFixture;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.CommittedBuffers.CommittedBuffer;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CommittedBuffersTest {
    private static final int RECORDS = RegionFixture.RECORDS_PER_BUFFER;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    /**
     * Kills a process that writes at full speed, and finds every committed record that was not
     * spooled, and no other.
     */
    @Test
    @Timeout(60)
    void afterAKillExactlyTheCommittedRecordsAreFound() throws Exception {
        for (int round = 0; round < 4; round++) {
            Path file = directory.resolve("killed" + round);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            KilledRun.class.getName(),
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader output = process.inputReader()) {
                assertThat(output.readLine()).isEqualTo("running");
                awaitCommitted(file, 1_500 + 9_001L * round);
            } finally {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
            try (DeviceRegion region = DeviceRegion.openReadOnly(file)) {
                assertThat(region.owner().isAlive()).isFalse();
                long committed = 0;
                for (int lane = 0; lane < 2; lane++) {
                    committed += assertLaneIsExact(region, lane);
                }
                assertThat(committed).isGreaterThan(1_000);
            }
        }
    }

    @Test
    void atEveryStepOfARunTheRegionAccountsForEveryRecord() {
        Seeds.each(40, seed -> {
            Path file = directory.resolve("step" + seed);
            try (DeviceRegion region = DeviceRegion.create(file, RegionFixture.settings(), RegionFixture.channels())) {
                randomRun(region, Seeds.random(seed));
                region.delete();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void headersThatContradictTheDirectoryAreCountedAndNotBelieved() throws IOException {
        try (DeviceRegion region = RegionFixture.create(directory)) {
            StreamPlace stream = swimlane(region);
            MemorySegment memory = region.memory();
            long[][] lies = { // sequence, lane, kind, sealed, first
                {1, RegionFixture.LANES, 3, 1, 0},
                {1, 0, 2, 1, 0},
                {1, 0, 3, RECORDS + 1, 0},
                {1, 0, 3, 1, -1},
                {7, 1, 3, RECORDS, 0}, // believed, but nothing was committed
                {8, 1, 3, BufferHeader.OPEN, 0},
                {9, 2, 3, 1, 0},
                {9, 2, 3, 1, 0} // two claim to be the same
            };
            for (int i = 0; i < lies.length; i++) {
                long at = stream.bufferAt(i);
                BufferHeader.SEQUENCE.set(memory, at, lies[i][0]);
                BufferHeader.LANE.set(memory, at, lies[i][1]);
                BufferHeader.KIND.set(memory, at, lies[i][2]);
                BufferHeader.SEALED_RECORDS.set(memory, at, lies[i][3]);
                BufferHeader.FIRST_POSITION.set(memory, at, lies[i][4]);
            }
            for (int lane = 0; lane < RegionFixture.LANES; lane++) {
                FreeQueue.TAIL.setRelease(memory, stream.freeQueueAt(lane), 9);
                ActiveHead.CURRENT_SEQUENCE.setRelease(memory, stream.activeHeadAt(lane), 9);
            }
            CommittedBuffers found = CommittedBuffers.scan(memory, stream);
            assertThat(found.unspooled()).isEmpty();
            assertThat(found.damagedBuffers()).isEqualTo(5);
            assertThat(found.strayBuffers()).isZero();
            ActiveHead.CURRENT_SEQUENCE.setRelease(memory, stream.activeHeadAt(1), 6); // 7 may be taken, not 8
            assertThat(CommittedBuffers.scan(memory, stream).strayBuffers()).isEqualTo(1);
        }
    }

    private static void awaitCommitted(Path file, long records) throws IOException {
        try (DeviceRegion region = DeviceRegion.openReadOnly(file)) {
            StreamPlace stream = swimlane(region);
            while (LaneCounters.read(region.memory(), stream, 1).committed() < records) {
                Thread.yield();
            }
        }
    }

    private void randomRun(DeviceRegion region, Random random) {
        StreamPlace stream = swimlane(region);
        MemorySegment memory = region.memory();
        MappedTransport host = new MappedTransport(memory);
        FreeQueueWriter free = new FreeQueueWriter(host, stream.freeQueueAt(1), 4);
        ReadyQueueWriter ready = new ReadyQueueWriter(new SegmentCells(memory), stream.readyQueueAt(0), 8);
        ReadyQueueReader queue = new ReadyQueueReader(host, stream.readyQueueAt(0), 8);
        LaneScribe scribe = new LaneScribe(region, stream, 1, ready);
        int nextBuffer = 0;
        long begun = 0;
        long written = 0;
        long dropped = 0;
        for (int step = 0; step < 300; step++) {
            if (nextBuffer < stream.buffers() && random.nextInt(20) == 0) {
                nextBuffer += free.offer(stream.bufferAt(nextBuffer)) ? 1 : 0;
            }
            if (nextBuffer == 0 && step > 10) {
                nextBuffer += free.offer(stream.bufferAt(0)) ? 1 : 0;
            }
            while (!ready.hasRoom() || random.nextInt(40) == 0 && !queue.isDrained()) {
                spoolOne(region, stream, queue);
            }
            begun++;
            boolean reserved = scribe.reserve();
            dropped += reserved ? 0 : 1;
            if (reserved) {
                assertThat(LaneCounters.read(memory, stream, 1).torn()).isEqualTo(1);
                scribe.commit(++written);
            }
            LaneCounters ledger = LaneCounters.read(memory, stream, 1);
            assertThat(ledger.torn()).isZero();
            assertThat(ledger.reserved()).isEqualTo(begun);
            assertThat(ledger.dropped()).isEqualTo(dropped);
            assertThat(assertLaneIsExact(region, 1)).isEqualTo(written);
        }
    }

    /** What a host does with a full buffer, except that it keeps the buffer. */
    private static void spoolOne(DeviceRegion region, StreamPlace stream, ReadyQueueReader queue) {
        assertThat(queue.poll()).isTrue();
        long tailAt = stream.laneTailAt(queue.lane());
        long delivered = LaneTail.DELIVERED.get(region.memory(), tailAt);
        LaneTail.DELIVERED.set(region.memory(), tailAt, delivered + queue.records());
        LaneTail.SPOOLED_BELOW.setRelease(region.memory(), tailAt, queue.sequence() + 1L);
    }

    /**
     * Everything between what was spooled and the publish word is there, in order, whole; nothing
     * else is.
     */
    private static long assertLaneIsExact(DeviceRegion region, int lane) {
        StreamPlace stream = swimlane(region);
        MemorySegment memory = region.memory();
        LaneCounters ledger = LaneCounters.read(memory, stream, lane);
        assertThat(ledger.torn()).isBetween(0L, 1L);
        CommittedBuffers found = CommittedBuffers.scan(memory, stream);
        assertThat(found.damagedBuffers()).isZero();
        List<CommittedBuffer> mine =
                found.unspooled().stream().filter(b -> b.lane() == lane).toList();
        long recovered = mine.stream().mapToLong(CommittedBuffer::records).sum();
        long expected = ledger.committed() - recovered + 1; // the number of the first record not spooled
        for (CommittedBuffer buffer : mine) {
            for (int i = 0; i < buffer.records(); i++) {
                long at = stream.recordAt(buffer.bufferAt(), i);
                assertThat(AicoreTaskRecord.START_TICK.get(memory, at)).isEqualTo(expected);
                assertThat(AicoreTaskRecord.TASK.get(memory, at)).isEqualTo(~expected);
                assertThat(AicoreTaskRecord.END_TICK.get(memory, at)).isEqualTo(expected + lane);
                expected++;
            }
        }
        // the host may have died between its two words: delivered is written first
        long spooled = ledger.committed() - recovered;
        assertThat(ledger.delivered() - spooled).isBetween(0L, (long) RECORDS);
        return ledger.committed();
    }

    private static StreamPlace swimlane(DeviceRegion region) {
        return region.stream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.code())
                .orElseThrow();
    }
}
