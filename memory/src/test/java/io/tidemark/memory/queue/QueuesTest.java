package io.tidemark.memory.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.RegionFixture;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.ShadowTransport;
import io.tidemark.memory.Transport;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueuesTest {
    private static final int CAPACITY = RegionFixture.READY_CAPACITY;
    private static final int SLOTS = RegionFixture.FREE_SLOTS;

    /** The ways a host reaches the region; the last one loses every third copy. */
    enum Way {
        MAPPED,
        SHADOW,
        SHADOW_WITH_FAULTS
    }

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private DeviceRegion region;
    private StreamPlace stream;
    private SegmentCells device;
    private ShadowTransport shadow;

    @BeforeEach
    void open() throws IOException {
        region = RegionFixture.create(directory);
        stream = region.stream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.code())
                .orElseThrow();
        device = new SegmentCells(region.memory());
    }

    @AfterEach
    void close() {
        if (shadow != null) {
            assertThat(shadow.refusedWrites())
                    .as("host wrote what it does not own")
                    .isZero();
            shadow.close();
        }
        region.close();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120)
    void entriesArriveWholeOnceAndInOrder(Way way) throws Exception {
        Transport transport = transport(way);
        int published = 20_000; // where others use the CPUs, each wait may take a time slice
        ReadyQueueWriter writer = new ReadyQueueWriter(device, stream.readyQueueAt(1), CAPACITY);
        Thread producer = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= published; i++) {
                while (!writer.offer(i, -i, i * 64L, i ^ 0x55, i & 15)) {
                    Thread.yield();
                }
            }
        });
        ReadyQueueReader reader = new ReadyQueueReader(transport, stream.readyQueueAt(1), CAPACITY);
        for (int i = 1; i <= published; i++) {
            while (!reader.poll()) {
                Thread.yield();
            }
            assertThat(reader.lane()).isEqualTo(i);
            assertThat(reader.kind()).isEqualTo(-i);
            assertThat(reader.bufferAt()).isEqualTo(i * 64L);
            assertThat(reader.sequence()).isEqualTo(i ^ 0x55);
            assertThat(reader.records()).isEqualTo(i & 15);
        }
        producer.join();
        while (way == Way.SHADOW_WITH_FAULTS && !reader.isDrained()) {
            Thread.yield();
        }
        assertThat(reader.isDrained()).isTrue();
        assertThat(reader.poll()).isFalse();
        assertThat(reader.damagedEntries() + reader.damagedPositions()).isZero();
        assertThat(reader.failedCopies() > 0).isEqualTo(way == Way.SHADOW_WITH_FAULTS);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120)
    void buffersReachTheLaneOnceAndInOrderAcrossTheWrapOfTheIndices(Way way) throws Exception {
        Transport transport = transport(way);
        long queueAt = stream.freeQueueAt(2);
        int start = -5_000; // as unsigned: just below 2^32
        FreeQueue.HEAD.set(region.memory(), queueAt, start);
        FreeQueue.TAIL.set(region.memory(), queueAt, start);
        int offered = 10_000;
        FreeQueueReader reader = new FreeQueueReader(device, queueAt, SLOTS);
        long[] wrong = new long[1];
        Thread consumer = Thread.ofPlatform().start(() -> {
            for (long i = 1; i <= offered; ) {
                long bufferAt = reader.take();
                if (bufferAt == FreeQueueReader.NONE) {
                    Thread.yield();
                } else {
                    wrong[0] += bufferAt == i ? 0 : 1;
                    i++;
                }
            }
        });
        FreeQueueWriter writer = new FreeQueueWriter(transport, queueAt, SLOTS);
        for (int i = 1; i <= offered; i++) {
            while (!writer.offer(i)) {
                Thread.yield();
            }
        }
        consumer.join();
        assertThat(wrong[0]).isZero();
        assertThat(reader.take()).isEqualTo(FreeQueueReader.NONE);
        assertThat(FreeQueue.TAIL.get(region.memory(), queueAt)).isEqualTo(start + offered);
        assertThat(writer.damagedHeads() + reader.damagedTails()).isZero();
    }

    @Test
    void everySlotOfBothQueuesIsUsable() throws IOException {
        Transport transport = transport(Way.SHADOW);
        ReadyQueueWriter ready = new ReadyQueueWriter(device, stream.readyQueueAt(0), CAPACITY);
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(ready.offer(0, 3, 64, i, 1)).isTrue();
        }
        assertThat(ready.hasRoom()).isFalse();
        assertThat(ready.offer(0, 3, 64, 9, 1)).isFalse();
        assertThat(new ReadyQueueReader(transport, stream.readyQueueAt(0), CAPACITY).poll())
                .isTrue();
        assertThat(ready.hasRoom()).isTrue();

        FreeQueueWriter free = new FreeQueueWriter(transport, stream.freeQueueAt(0), SLOTS);
        assertThat(free.waiting()).isZero();
        for (int i = 0; i < SLOTS; i++) {
            assertThat(free.offer(64L * (i + 1))).isTrue();
        }
        assertThat(free.offer(640)).isFalse();
        assertThat(free.waiting()).isEqualTo(SLOTS);
        assertThat(new FreeQueueReader(device, stream.freeQueueAt(0), SLOTS).take())
                .isEqualTo(64);
        assertThat(free.offer(640)).isTrue();
    }

    @Test
    void aFailedCopyAtAnyPointLosesNothingAndRepeatsNothing() {
        for (int nth = 1; nth <= 40; nth++) {
            int failing = nth;
            try (DeviceRegion fresh = DeviceRegion.create(
                            directory.resolve("nth" + nth), RegionFixture.settings(), RegionFixture.channels());
                    ShadowTransport transport = new ShadowTransport(
                            fresh.memory(), fresh.hostOwned(), directory, copy -> copy == failing)) {
                SegmentCells cells = new SegmentCells(fresh.memory());
                ReadyQueueWriter ready = new ReadyQueueWriter(cells, stream.readyQueueAt(0), CAPACITY);
                ReadyQueueReader host = new ReadyQueueReader(transport, stream.readyQueueAt(0), CAPACITY);
                FreeQueueWriter free = new FreeQueueWriter(transport, stream.freeQueueAt(0), SLOTS);
                FreeQueueReader lane = new FreeQueueReader(cells, stream.freeQueueAt(0), SLOTS);
                for (int i = 1; i <= 12; i++) {
                    assertThat(ready.offer(0, 3, 64L * i, i, 1)).isTrue();
                    int polls = 1;
                    while (!host.poll()) {
                        polls++;
                    }
                    int offers = 1;
                    while (!free.offer(host.bufferAt())) {
                        offers++;
                    }
                    assertThat(polls + offers).isLessThanOrEqualTo(3);
                    assertThat(host.sequence()).isEqualTo(i);
                    assertThat(lane.take()).isEqualTo(64L * i);
                }
                assertThat(host.poll()).isFalse();
                assertThat(transport.failedCopies()).isEqualTo(1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void anyWordsInTheQueuesAreSurvivedAndCounted() throws IOException {
        Transport transport = transport(Way.SHADOW);
        long readyAt = stream.readyQueueAt(0);
        long freeAt = stream.freeQueueAt(0);
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            long size = ReadyQueue.ENTRIES + CAPACITY * ReadyEntry.LAYOUT.sizeBytes();
            for (long at = readyAt; at < readyAt + size; at += 8) {
                device.set(at, random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(9));
            }
            device.setInt(freeAt, random.nextInt());
            device.setInt(freeAt + FreeQueue.TAIL.offset(), random.nextInt());
            ReadyQueueReader reader = new ReadyQueueReader(transport, readyAt, CAPACITY);
            int taken = 0;
            for (int i = 0; i < 20_000; i++) {
                taken += reader.poll() ? 1 : 0;
            }
            assertThat(taken + reader.damagedEntries()).isLessThanOrEqualTo(CAPACITY);
            FreeQueueReader free = new FreeQueueReader(device, freeAt, SLOTS);
            FreeQueueWriter host = new FreeQueueWriter(transport, freeAt, SLOTS);
            for (int i = 0; i < SLOTS + 1; i++) {
                free.take();
            }
            assertThat(host.waiting()).isBetween(0, SLOTS);
        });
    }

    @Test
    void aTornEntryIsSkippedInTheEndSoThatTheNextOnesGetThrough() throws IOException {
        long queueAt = stream.readyQueueAt(0);
        ReadyQueueWriter writer = new ReadyQueueWriter(device, queueAt, CAPACITY);
        writer.offer(1, 3, 64, 1, 1);
        writer.offer(2, 3, 128, 2, 1);
        ReadyEntry.POSITION_STAMP.set(region.memory(), queueAt + ReadyQueue.ENTRIES, 77);
        ReadyQueueReader reader = new ReadyQueueReader(transport(Way.MAPPED), queueAt, CAPACITY);
        int polls = 0;
        while (!reader.poll()) {
            assertThat(++polls).isLessThan(10_000);
        }
        assertThat(reader.lane()).isEqualTo(2);
        assertThat(reader.damagedEntries()).isEqualTo(1);
    }

    @Test
    void aWriteOutsideTheHostsOwnWordsIsRefusedAndCounted() throws IOException {
        try (ShadowTransport host =
                new ShadowTransport(region.memory(), region.hostOwned(), directory, copy -> false)) {
            long tailAt = stream.readyQueueAt(0) + ReadyQueue.TAIL.offset();
            host.cells().set(tailAt, 99);
            assertThat(host.flush(tailAt, 8)).isFalse();
            assertThat(device.get(tailAt)).isZero();
            assertThat(host.flush(0, region.sizeBytes())).isFalse(); // the whole shadow at once
            assertThat(host.refusedWrites()).isEqualTo(2);
            long headAt = stream.readyQueueAt(0) + ReadyQueue.HEAD.offset();
            assertThat(host.flush(headAt, 8)).isTrue();
            assertThat(host.copies()).isEqualTo(1); // a refused write does not even try
        }
    }

    @Test
    void queuesOfImpossibleShapeAreRefused() {
        assertThatThrownBy(() -> new FreeQueueReader(device, 64, 3)).hasMessageContaining("capacity=3");
        assertThatThrownBy(() -> new ReadyQueueWriter(device, 32, 4)).hasMessageContaining("queueAt=32");
    }

    private Transport transport(Way way) throws IOException {
        if (way == Way.MAPPED) {
            return new MappedTransport(region.memory());
        }
        LongPredicate faults = copy -> way == Way.SHADOW_WITH_FAULTS && copy % 3 == 0;
        shadow = new ShadowTransport(region.memory(), region.hostOwned(), directory, faults);
        return shadow;
    }
}
