package io.tidemark.checks.swimlane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.region.FreeQueue;
import io.tidemark.abi.region.ReadyEntry;
import io.tidemark.abi.region.ReadyQueue;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.swimlane.SwimlaneRig.Setup;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.collector.swimlane.SwimlaneJudge;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.collector.swimlane.SwimlaneSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.swimlane.SchedulerSwimlaneProbe;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What breaks, and that the books still balance. */
@Timeout(60)
class SwimlaneFaultTest {
    private static final long LONG_WAIT = 60_000_000_000L;
    private static final SwimlanePools SMALL = new SwimlanePools(
            new SwimlanePools.Pool(4, 32),
            new SwimlanePools.Pool(4, 32),
            new SwimlanePools.Pool(4, 64),
            new SwimlanePools.Pool(4, 32),
            new SwimlanePools.Pool(4, 32),
            64,
            4);

    /** Lasts for a short run without any host. */
    private static final SwimlanePools AMPLE = new SwimlanePools(
            new SwimlanePools.Pool(8, 32),
            new SwimlanePools.Pool(8, 32),
            new SwimlanePools.Pool(32, 64),
            new SwimlanePools.Pool(32, 32),
            new SwimlanePools.Pool(32, 32),
            128,
            32);

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static Setup setup(int tasksPerCore, SwimlanePools pools, boolean shadow) {
        return new Setup(4, 2, 2, tasksPerCore, pools, OnFull.BLOCK, shadow, LONG_WAIT, 11);
    }

    @Test
    void copiesThatFailNowAndThenLoseNothing() {
        Seeds.each(6, seed -> {
            try {
                runWithFailingCopies(seed);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void runWithFailingCopies(long seed) throws Exception {
        Path own = Files.createDirectory(directory.resolve(Long.toHexString(seed)));
        int oneIn = 3 + new Random(seed).nextInt(20);
        try (SwimlaneRig rig = new SwimlaneRig(
                setup(300, SMALL, true),
                own,
                plan -> plan.withFaults(
                        copy -> Long.remainderUnsigned(Written.print(seed, copy), oneIn) == 0, plan.spoolOpener()))) {
            ChannelBooks books = rig.run();
            assertThat(rig.session.collector(SwimlaneChannel.CHANNEL).failedCopies())
                    .isPositive();
            assertThat(books.contradictions()).as("one copy in %d fails", oneIn).isEmpty();
            assertThat(books.missing()).isZero();
            rig.assertEveryRecordIsThere();
        }
    }

    static Stream<Arguments> corruptions() {
        return Stream.of(
                corruption(Damage.UNKNOWN_KIND, (m, at) -> ReadyEntry.KIND.set(m, at, 99)),
                corruption(Damage.LANE_OUT_OF_RANGE, (m, at) -> ReadyEntry.LANE.set(m, at, -1)),
                corruption(Damage.FOREIGN_BUFFER, (m, at) -> ReadyEntry.BUFFER_AT.set(m, at, 64)),
                corruption(Damage.RECORD_COUNT, (m, at) -> ReadyEntry.RECORDS.set(m, at, 1 << 20)),
                corruption(Damage.HEADER_MISMATCH, (m, at) -> ReadyEntry.SEQUENCE.set(m, at, 77)),
                corruption(Damage.TORN_ENTRY, (m, at) -> ReadyEntry.POSITION_STAMP.set(m, at, -5)));
    }

    private static Arguments corruption(Damage expected, ObjLongConsumer<MemorySegment> scribble) {
        return Arguments.of(expected, scribble);
    }

    @ParameterizedTest
    @MethodSource("corruptions")
    void aCorruptEntryIsCountedAndItsBufferRecovered(Damage expected, ObjLongConsumer<MemorySegment> scribble)
            throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(70, AMPLE, false), directory)) {
            rig.device.start(1); // of two, one polls and records while the other waits for a CPU
            assertThat(rig.device.join(30_000))
                    .as("the pools last without a host")
                    .isTrue();
            StreamPlace stream = rig.session.region().streams().getFirst();
            MemorySegment memory = rig.session.region().memory();
            long queueAt = stream.readyQueueAt(1);
            assertThat(ReadyQueue.TAIL.getAcquire(memory, queueAt)).isGreaterThan(2);
            scribble.accept(memory, queueAt + ReadyQueue.ENTRIES + ReadyEntry.LAYOUT.sizeBytes());

            for (int turn = 0; turn < 3_000; turn++) {
                rig.session.collector(SwimlaneChannel.CHANNEL).poll();
            }
            ChannelBooks books = rig.books();
            assertThat(books.damage()).isEqualTo(Map.of(expected, 1L));
            assertThat(books.certificateDamage())
                    .extracting(Damaged::channel, Damaged::count, Damaged::what)
                    .containsExactly(tuple("swimlane", 1L, expected.sentence()));
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.missing()).isZero();
            rig.assertEveryRecordIsThere();
            assertThat(recovered(books)).as("taken from the region, once").isPositive();
            assertThat(rig.books()).as("the same books, closed again").isEqualTo(books);
        }
    }

    @Test
    void aFreeQueueThatOffersNoBufferOfItsLaneIsToldByTheDevice() throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(70, AMPLE, false), directory)) {
            StreamPlace stream = rig.session.region().streams().getFirst();
            MemorySegment memory = rig.session.region().memory();
            int taken = (int) FreeQueue.HEAD.get(memory, stream.freeQueueAt(0));
            long slotAt = stream.freeQueueAt(0) + FreeQueue.SLOTS + taken % stream.freeSlots() * FreeQueue.SLOT_BYTES;
            memory.set(ValueLayout.JAVA_LONG, slotAt, stream.bufferAt(stream.buffersPerLane()));
            rig.device.start(1); // of two, one polls and records while the other waits for a CPU
            assertThat(rig.device.join(30_000))
                    .as("the pools last without a host")
                    .isTrue();
            ChannelBooks books = rig.books();
            assertThat(books.damage()).isEqualTo(Map.of(Damage.FREE_QUEUE, 1L));
            assertThat(books.missing()).as("the lane went on with another").isZero();
            rig.assertEveryRecordIsThere();
        }
    }

    private static long recovered(ChannelBooks books) {
        return books.streams().stream()
                .flatMap(stream -> stream.lanes().stream())
                .mapToLong(LaneLedger::recovered)
                .sum();
    }

    @Test
    void aKernelThatNeverEndsLeavesOneTornRecord() throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(100, SMALL, false), directory)) {
            rig.session.start();
            rig.device.cores.get(1).hang();
            rig.device.start(2);
            FakeCore hung = rig.device.cores.get(1);
            while (hung.observedToken() == FakeCore.NO_TOKEN
                    || !rig.device.schedulers.get(0).isFlushed()) {
                Thread.onSpinWait();
            }
            rig.device.schedulers.forEach(FakeScheduler::stop);
            assertThat(rig.device.join(30_000)).isTrue();
            rig.session.stop();
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            LaneLedger lane = books.stream(SwimlaneStream.AICORE_TASK.label())
                    .orElseThrow()
                    .lanes()
                    .get(1);
            assertThat(lane.lane()).isEqualTo(1);
            assertThat(lane.torn()).isEqualTo(1);
            assertThat(lane.reserved()).isEqualTo(hung.records.size() + 1);
            rig.assertEveryRecordIsThere();
            Verdict verdict = SwimlaneJudge.verdict(books, RunEvidence.UNKNOWN);
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.GAPS);
        }
    }

    /** A scheduler that leaves after an error flushes once, also while the host is behind. */
    @Test
    void popCountsThatAreLeftOverAreWrittenDuringAFreezeToo() throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(1, SMALL, false), directory)) {
            SchedulerSwimlaneProbe probe = rig.probes.scheduler(0);
            StreamPlace stream = rig.session.region().streams().getFirst();
            MemorySegment memory = rig.session.region().memory();
            BackPressure.GATES.setRelease(memory, stream.backPressureAt(), 1);
            assertThat(probe.hasRoom()).isFalse();
            probe.popped(3, 4);
            probe.flush(7);
            BackPressure.GATES.setRelease(memory, stream.backPressureAt(), 0);
            rig.session.start();
            rig.session.stop();
            assertThat(rig.books().contradictions()).isEmpty();
            try (SpoolReader reader = rig.session.reader(SwimlaneChannel.CHANNEL)) {
                assertThat(rig.prints(reader, SwimlaneStream.AICPU_SCHED_PHASE, 0))
                        .containsExactly(Written.print(7, 7, 0, SchedPhaseKind.DISPATCH.code(), 0, 3, 4));
            }
        }
    }

    @Test
    void aDeviceKilledAnywhereLosesNothingThatWasCommitted() {
        Seeds.each(10, seed -> {
            try {
                killOnce(seed);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void killOnce(long seed) throws Exception {
        Path own = Files.createDirectory(directory.resolve(Long.toHexString(seed)));
        Random random = new Random(seed);
        try (SwimlaneRig rig = new SwimlaneRig(Setup.random(random, seed % 2 == 0), own)) {
            rig.session.start();
            rig.device.start(2);
            long until = System.nanoTime() + random.nextInt(20_000_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            rig.device.kill();
            assertThat(rig.device.join(30_000)).isTrue();
            rig.session.stop();
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            rig.assertEveryRecordIsThere();
        }
    }

    @Test
    void aFullDiskStopsTheSpoolAndTheRestIsFinishedLater() throws Exception {
        Setup setup = new Setup(4, 2, 2, 500, SMALL, OnFull.BLOCK, false, LONG_WAIT, 5);
        long reserved;
        try (SwimlaneRig rig = new SwimlaneRig(
                setup,
                directory,
                plan -> plan.withFaults(
                        copy -> false,
                        file -> new FullDisk(
                                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                20_000)))) {
            rig.session.start();
            rig.device.start(2);
            assertThat(rig.device.join(30_000))
                    .as("nobody waits for a host that left")
                    .isTrue();
            assertThatThrownBy(rig.session::stop)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("tidemark recover " + directory.resolve("capture"));
            reserved = 3L * 2 * 500;
        }
        try (CollectorSession later = CollectorSession.resume(directory.resolve("capture"), ChannelCatalog.all())) {
            ChannelResult result = new SwimlaneSink(later).finish(RunEvidence.counted(reserved, reserved, -1));
            assertThat(result.books().contradictions()).isEmpty();
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
            assertThat(recovered(result.books())).isPositive();
            assertThat(result.file()).isPresent();
            later.discard();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(directory.resolve("capture"));
        }
        assertThat(directory.resolve("capture/spool")).doesNotExist();
    }

    @Test
    void anEarlierCaptureIsNeverOverwritten() throws Exception {
        Files.createDirectories(directory.resolve("capture"));
        Files.writeString(directory.resolve("capture/certificate.json"), "{}");
        assertThatThrownBy(() -> new SwimlaneRig(setup(1, SMALL, false), directory))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("already holds a capture");
    }
}
