package io.tidemark.memory.region;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.ClockAnchor;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.RegionHeader;
import io.tidemark.abi.region.RegionState;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.RegionFixture;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DeviceRegionTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @Test
    void whoOpensTheFileSeesWhatTheMakerSaid() throws IOException {
        ClockAnchor anchor = new ClockAnchor(5, 6, 7, 8);
        try (DeviceRegion made = RegionFixture.create(directory)) {
            made.setAnchor(anchor);
            made.setState(RegionState.RUNNING);
            made.claimDevice();
            try (DeviceRegion seen = DeviceRegion.openReadOnly(made.file())) {
                assertThat(seen.settings()).isEqualTo(RegionFixture.settings().withAnchor(anchor));
                assertThat(seen.streams()).isEqualTo(made.streams());
                assertThat(seen.state()).contains(RegionState.RUNNING);
                assertThat(seen.owner().pid()).isEqualTo(ProcessHandle.current().pid());
                assertThat(seen.owner().isAlive()).isTrue();
                assertThat(seen.device().isAlive()).isTrue();
                StreamPlace args = seen.stream(ArgsChannel.CHANNEL, 0).orElseThrow();
                assertThat(args.readyCapacity()).isEqualTo(8);
                assertThat(args.onFull()).isEqualTo(OnFull.DROP);
                assertThat(args.arenaBytes()).isEqualTo(8192);
            }
        }
    }

    @Test
    void theSameBytesAreSeenThroughTwoMappings() throws IOException {
        try (DeviceRegion host = RegionFixture.create(directory);
                DeviceRegion device = DeviceRegion.open(host.file())) {
            long at = host.streams().getFirst().backPressureAt();
            BackPressure.READY_CONTENDED.setRelease(device.memory(), at, 1);
            assertThat(BackPressure.READY_CONTENDED.getAcquire(host.memory(), at))
                    .isEqualTo(1);
        }
    }

    @Test
    void areasNeitherOverlapNorLeaveTheFile() throws IOException {
        try (DeviceRegion region = RegionFixture.create(directory)) {
            record Area(String name, long at, long sizeBytes) {}
            List<Area> areas = new ArrayList<>();
            areas.add(new Area("header", 0, RegionHeader.PAGE_BYTES));
            areas.add(new Area("directory", 4096, 3 * 128));
            for (StreamPlace s : region.streams()) {
                String name = s.channelCode() + "/" + s.kind();
                if (areas.stream().noneMatch(area -> area.at == s.readyAt())) {
                    areas.add(new Area(name + " pressure", s.backPressureAt(), 128));
                    areas.add(new Area(name + " ready", s.readyAt(), s.readyQueues() * s.readyStrideBytes()));
                    if (s.extraBytes() > 0) {
                        areas.add(new Area(name + " extra", s.extraAt(), s.extraBytes()));
                    }
                }
                areas.add(new Area(name + " lanes", s.lanesAt(), s.lanes() * s.laneStrideBytes()));
                areas.add(new Area(name + " buffers", s.buffersAt(), s.buffers() * s.bufferStrideBytes()));
                if (s.arenaBytes() > 0) {
                    areas.add(new Area(name + " arenas", s.arenasAt(), s.lanes() * s.arenaBytes()));
                }
                assertThat(s.bufferIndexOf(s.bufferAt(s.buffers() - 1))).isEqualTo(s.buffers() - 1);
                assertThat(s.bufferIndexOf(s.bufferAt(0) + 8)).isEqualTo(-1);
                assertThat(s.bufferIndexOf(s.bufferAt(0) - s.bufferStrideBytes()))
                        .isEqualTo(-1);
                assertThat(s.bufferIndexOf(s.bufferAt(s.buffers()))).isEqualTo(-1);
            }
            areas.sort(Comparator.comparingLong(Area::at));
            long end = 0;
            for (Area area : areas) {
                assertThat(area.at).as(area.name).isGreaterThanOrEqualTo(end);
                end = area.at + area.sizeBytes;
            }
            assertThat(end).isLessThanOrEqualTo(region.sizeBytes());
        }
    }

    @Test
    void aRegionOfHundredsOfMegabytesTakesOnlyThePagesThatAreWritten() throws Exception {
        ChannelLayout args = new ChannelLayout(
                ArgsChannel.CHANNEL,
                4,
                64,
                OnFull.BLOCK,
                0,
                List.of(new StreamLayout(ArgsStream.ARGUMENT, 4, 8, 256, 4, 128L << 20)));
        RegionSettings settings = RegionSettings.simulated(Platform.A2A3, DfxFlags.NONE, 72, 4);
        Path file = directory.resolve("large");
        try (DeviceRegion region = DeviceRegion.create(file, settings, List.of(args))) {
            assertThat(region.sizeBytes()).isGreaterThan(512L << 20);
            assertThat(diskBytes(file)).isLessThan(1L << 20);
        }
    }

    @Test
    void aFileCutAnywhereIsRefusedInOneSentence() throws IOException {
        byte[] whole = regionBytes();
        for (int length = 0; length < whole.length; length += length < 4500 ? 1 : 977) {
            Path cut = directory.resolve("cut");
            Files.write(cut, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> DeviceRegion.openReadOnly(cut))
                    .as("cut at %d", length)
                    .isInstanceOf(RegionDamagedException.class)
                    .hasMessageStartingWith(cut.toString())
                    .hasMessageContaining("cut short");
        }
    }

    @Test
    void damagedHeadersAreRefusedOrLeadNowhereOutsideTheFile() throws IOException {
        byte[] whole = regionBytes();
        Path damaged = directory.resolve("damaged");
        long[] outcomes = new long[2];
        Seeds.each(2_000, seed -> {
            byte[] bytes = whole.clone();
            Random random = Seeds.random(seed);
            int wounds = 1 + random.nextInt(3);
            for (int i = 0; i < wounds; i++) {
                int at = random.nextBoolean() ? random.nextInt(128) : 4096 + random.nextInt(384);
                bytes[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
            }
            try {
                Files.write(damaged, bytes);
                try (DeviceRegion region = DeviceRegion.openReadOnly(damaged)) {
                    region.streams().forEach(stream -> touchAll(region, stream));
                    outcomes[0]++;
                } catch (RegionDamagedException e) {
                    assertThat(e.faults()).isNotEmpty().allMatch(f -> f.endsWith("."));
                    outcomes[1]++;
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(outcomes[0]).isPositive();
        assertThat(outcomes[1]).isGreaterThan(500);
    }

    @Test
    void eachFaultIsNamedWithItsPlace() throws IOException {
        assertFault(0, 0, "byte 0 has no magic word");
        assertFault(0, 0x4B52414D45444955L, "another kind of file");
        assertFault(8, 0x1000_0000_0007L, "version 7");
        assertFault(16, 1L << 40, "the file has");
        assertFault(24, 0x100, "some are reserved");
        assertFault(32, 0x1_0000_0009L, "platform 9");
        assertFault(40, 1L << 40, "the directory is said to lie at byte 1099511627776");
        assertFault(56, 0, "0 Hz");
        assertFault(4096 + 40, 3, "directory entry 0 (back-pressure)");
        assertFault(4096 + 48, -64, "directory entry 0 (ready queues)");
        assertFault(4096 + 128 + 80, 1L << 62, "directory entry 1 (buffers)");
        assertFault(4096 + 128 + 88, Long.MAX_VALUE - 63, "directory entry 1");
        assertFault(4096 + 256 + 104, 1L << 50, "directory entry 2 (arenas)");
        assertFault(4096 + 8, 24, "counts that no region can have");
    }

    @Test
    void aRegionIsNeitherOverwrittenNorFoundWhereThereIsNone() throws IOException {
        try (DeviceRegion region = RegionFixture.create(directory)) {
            assertThatThrownBy(() -> RegionFixture.create(directory)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(Files.getPosixFilePermissions(region.file())).hasSize(2);
            region.delete();
            assertThat(directory).isEmptyDirectory();
        }
        assertThatThrownBy(() -> DeviceRegion.open(directory.resolve("run.region")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aPlaceWithoutRoomGivesWayToTheCaptureDirectory() {
        Path capture = directory.resolve("capture");
        assertThat(RegionPlace.choose(directory, capture, 4096).directory()).isEqualTo(directory);
        assertThat(RegionPlace.choose(directory, capture, Long.MAX_VALUE).directory())
                .isEqualTo(capture);
        assertThat(RegionPlace.choose(directory.resolve("none"), capture, 1).reason())
                .contains("not there");
    }

    /** A mapped file that outgrows its file system kills whoever touches it. */
    @Test
    void aPlaceThatSomebodyNamedIsRefusedWhenItHasNoRoom() throws IOException {
        RegionPlace.require(directory, 4096);
        assertThatThrownBy(() -> RegionPlace.require(directory, Long.MAX_VALUE))
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("bytes free, the region needs " + Long.MAX_VALUE)
                .hasMessageContaining("--region-dir");
        assertThatThrownBy(() -> RegionPlace.require(directory.resolve("none"), 1))
                .hasMessageContaining("is not there");
    }

    @Test
    void aDeadProcessIsNotAlive() {
        Liveness self = Liveness.ofThisProcess();
        assertThat(self.isAlive()).isTrue();
        assertThat(new Liveness(self.pid(), self.startMillis() - 60_000, 0).isAlive())
                .isFalse();
        assertThat(new Liveness(0, 0, 0).isAlive()).isFalse();
    }

    @Test
    void layoutsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> new StreamLayout(ArgsStream.ARGUMENT, 0, 1, 1, 1, 0))
                .hasMessage("lanes=0 is below 1");
        assertThatThrownBy(() -> new StreamLayout(ArgsStream.ARGUMENT, 1, 1, 1, 3, 0))
                .hasMessageContaining("freeSlots=3");
        ChannelLayout channel = RegionFixture.channels().getFirst();
        assertThatThrownBy(() -> RegionPlan.of(List.of(channel, channel), 0)).hasMessageContaining("repeats a channel");
        assertThatThrownBy(() -> RegionFixture.settings().withFacts("x".repeat(4000)))
                .hasMessageContaining("facts=4000 bytes");
    }

    private void assertFault(long at, long value, String sentence) throws IOException {
        byte[] bytes = regionBytes();
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), at, value);
        Path file = directory.resolve("faulty");
        Files.write(file, bytes);
        assertThatThrownBy(() -> DeviceRegion.openReadOnly(file))
                .isInstanceOf(RegionDamagedException.class)
                .hasMessageContaining(sentence);
    }

    private byte[] regionBytes() throws IOException {
        try (DeviceRegion region = RegionFixture.create(directory)) {
            byte[] bytes = region.memory().toArray(JAVA_BYTE);
            region.delete();
            return bytes;
        }
    }

    /** Reads the first and last byte of everything a stream's numbers lead to. */
    private static void touchAll(DeviceRegion region, StreamPlace stream) {
        MemorySegment memory = region.memory();
        for (int queue : new int[] {0, stream.readyQueues() - 1}) {
            memory.get(JAVA_BYTE, stream.readyQueueAt(queue) + 127 + 32L * stream.readyCapacity());
        }
        for (int lane : new int[] {0, stream.lanes() - 1}) {
            LaneCounters.read(memory, stream, lane);
            memory.get(JAVA_BYTE, stream.freeQueueAt(lane) + 127 + 8L * stream.freeSlots());
            if (stream.arenaBytes() > 0) {
                memory.get(JAVA_BYTE, stream.arenaAt(lane) + stream.arenaBytes() - 1);
            }
        }
        for (int buffer : new int[] {0, stream.buffers() - 1}) {
            long at = stream.bufferAt(buffer);
            memory.get(JAVA_BYTE, stream.recordAt(at, stream.recordsPerBuffer()) - 1);
        }
        if (stream.extraBytes() > 0) {
            memory.get(JAVA_BYTE, stream.extraAt() + stream.extraBytes() - 1);
        }
    }

    /** Asks the file system how much of the file is really there. */
    private static long diskBytes(Path file) throws Exception {
        Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(du.waitFor()).isZero();
        return Long.parseLong(text.split("\\s")[0]) * 1024;
    }
}
