package io.tidemark.checks.args;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.abi.DType;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.abi.args.TestPattern;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.region.LaneTail;
import io.tidemark.analysis.args.PayloadFile;
import io.tidemark.analysis.args.Presence;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.args.ArgsRig.Key;
import io.tidemark.checks.args.ArgsRig.Setup;
import io.tidemark.checks.swimlane.FullDisk;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsResult;
import io.tidemark.collector.args.ArgsSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What breaks, and that it shows. */
@Timeout(60)
class ArgsFaultTest {
    private static final ArgsPools AMPLE = new ArgsPools(4, 32, 8, 4, 65_536);
    private static final int ELEMENTS = 50;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private ArgsRig rig(ArgsPools pools, boolean shadow) throws IOException {
        return new ArgsRig(Setup.blocking(pools, shadow), directory);
    }

    /** Tasks 1 to {@code count}, each with one input whose bytes are its own. */
    private static void dumpInputs(ArgsRig rig, int count) {
        for (int i = 1; i <= count; i++) {
            FakeTask task = new FakeTask(i).with(FakeTask.READS, tensor(rig, i));
            rig.remember(task, ArgumentStage.BEFORE_DISPATCH);
            ArgsRig.dump(rig.probe(), task, ArgumentStage.BEFORE_DISPATCH);
        }
    }

    /**
     * Until the record of a dump has its place and its bytes wait; it may wait for a place first.
     */
    private static void awaitHeld(ArgsRig rig) {
        MemorySegment memory = rig.session.region().memory();
        long tail = rig.stream().laneTailAt(0);
        while (LaneTail.ARENA_HELD.getAcquire(memory, tail) == 0) {
            assertThat(rig.probe().hasRoom()).isFalse();
            Thread.yield();
        }
    }

    private static Tensor tensor(ArgsRig rig, int number) {
        Tensor tensor = Tensor.of(ArgsRig.BASE + number * 256L, DType.FLOAT32, ELEMENTS);
        rig.memory.fill(tensor, number + 0.5);
        return tensor;
    }

    private static void assertWhole(ArgsRig rig, Dumped dumped, ArgEntry entry) {
        assertThat(dumped.payload(entry)).isEqualTo(rig.truth.get(new Key(entry.taskId(), entry.stage(), 0)));
    }

    /** Kernels ran. A number that nobody counted, as in an older capture, is no excuse. */
    @ParameterizedTest
    @CsvSource({"0, COMPLETE", "1, UNTRUSTED", "-1, UNTRUSTED"})
    void aDumpWithoutARecordIsTrustedOnlyIfNoTaskHadAnArgument(long arguments, Verdict.Kind expected) throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            rig.session.start();
            ArgsRig.flush(rig.probe());
            rig.session.stop();
            RunEvidence ran =
                    new RunEvidence(true, 5, 5, 5, 0, arguments, 0, OrchestrationSide.DEVICE, "", Optional.empty());
            assertThat(new ArgsSink(rig.session).dump(ran).verdict().kind()).isEqualTo(expected);
        }
    }

    @Test
    void aByteThatFlipsOnItsWayToTheDiskIsFound() throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            dumpInputs(rig, 5);
            rig.session.start();
            ArgsRig.flush(rig.probe());
            rig.session.stop();
            flip(rig.capture.resolve("spool/args.0.payload"), TestPattern.SIZE_BYTES + 200 + 7);
            ArgsResult result = new ArgsSink(rig.session).dump(RunEvidence.UNKNOWN);
            Dumped dumped = Dumped.read(rig.capture);
            dumped.assertConsistent();
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(result.verdict().reason()).isEqualTo("args: 1 payloads are not the bytes that were copied");
            for (ArgEntry entry : dumped.entries) {
                if (entry.taskId() == 2) {
                    assertThat(entry.remarks()).containsExactly(ArgRemark.DIGEST_MISMATCH);
                } else {
                    assertThat(entry.remarks()).isEmpty();
                    assertWhole(rig, dumped, entry);
                }
            }
            Path manifest = directory.resolve("args_dump.json");
            ArgsWriter.write(manifest, dumped.manifest);
            assertThat(Files.readString(manifest)).contains("\"digest_mismatch_args\": 1,");
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 0x10;
        Files.write(file, bytes);
    }

    @Test
    void anAllZeroPathIsNoticedThroughTheTestPattern() throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            dumpInputs(rig, 1);
            rig.session.start();
            ArgsRig.flush(rig.probe());
            rig.session.stop();
            Path payload = rig.capture.resolve("spool/args.0.payload");
            Files.write(payload, new byte[(int) Files.size(payload)]);
            ArgsResult result = new ArgsSink(rig.session).dump(RunEvidence.UNKNOWN);
            assertThat(result.summary().brokenPatterns()).isEqualTo(1);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(result.verdict().reason()).contains("test patterns did not come through");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aRecordThatMakesNoSenseIsClampedMarkedAndTheRestIsShown(int fault) throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            dumpInputs(rig, 4);
            corrupt(rig, 2, fault); // record 0 is the test pattern, so this is task 2
            rig.session.start();
            ArgsRig.flush(rig.probe());
            ArgsResult result = rig.finish();
            assertThat(result.summary().damaged()).isEqualTo(1);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            Dumped dumped = Dumped.read(rig.capture);
            dumped.assertConsistent();
            assertThat(dumped.entries).hasSize(4);
            for (ArgEntry entry : dumped.entries) {
                if (entry.taskId() == 2) {
                    assertThat(entry.remarks()).contains(ArgRemark.DAMAGED);
                    assertThat(entry.shape().size()).isLessThanOrEqualTo(8);
                    assertThat(entry.overwritten()).isEqualTo(fault == 3);
                } else {
                    assertThat(entry.remarks()).isEmpty();
                    assertWhole(rig, dumped, entry);
                }
            }
        }
    }

    private static void corrupt(ArgsRig rig, int record, int fault) {
        MemorySegment memory = rig.session.region().memory();
        StreamPlace stream = rig.stream();
        long buffer = ActiveHead.CURRENT_BUFFER_AT.get(memory, stream.activeHeadAt(0));
        long at = stream.recordAt(buffer, record);
        switch (fault) {
            case 0 -> ArgumentRecord.RANK.set(memory, at, 200);
            case 1 -> ArgumentRecord.KIND.set(memory, at, 9);
            case 2 -> ArgumentRecord.FUNCTIONS.set(memory, at, 77);
            default -> ArgumentRecord.PAYLOAD_BYTES.set(memory, at, Long.MAX_VALUE - 3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anArenaThatEndsWhereNoWriterCanHaveBeenIsToldOnce(boolean shadow) throws Exception {
        try (ArgsRig rig = rig(AMPLE, shadow)) {
            rig.session.start();
            dumpInputs(rig, 5);
            ArgsRig.flush(rig.probe());
            rig.session.stop();
            LaneTail.ARENA_WRITTEN.setRelease(
                    rig.session.region().memory(), rig.stream().laneTailAt(0), -1);
            ArgsResult result = new ArgsSink(rig.session).dump(RunEvidence.UNKNOWN);
            assertThat(result.books().certificateDamage())
                    .extracting(Damaged::channel, Damaged::count, Damaged::what)
                    .containsExactly(tuple("args", 1L, Damage.ARENA_POSITION.sentence()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeviceThatDiesLosesOnlyTheRecordItWasWriting(boolean shadow) throws Exception {
        try (ArgsRig rig = rig(ArgsRig.TINY, shadow)) {
            rig.session.start();
            dumpInputs(rig, 10);
            Tensor large = Tensor.of(ArgsRig.BASE, DType.FLOAT32, 100_000);
            assertThat(rig.probe().mayDispatch(new FakeTask(11).with(FakeTask.READS, large)))
                    .isFalse();
            awaitHeld(rig);
            ArgsResult result = rig.finish(); // no flush: it is dead
            LaneLedger lane = result.books().streams().getFirst().lanes().getFirst();
            assertThat(lane.unaccounted()).isZero();
            assertThat(lane.torn()).isEqualTo(1);
            assertThat(lane.recovered()).isGreaterThan(0);
            Dumped dumped = Dumped.read(rig.capture);
            dumped.assertConsistent();
            assertThat(dumped.entries).hasSize(10);
            dumped.entries.forEach(entry -> assertWhole(rig, dumped, entry));
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        }
    }

    @Test
    void aRunThatNobodyCollectedIsFinishedByAnotherSession() throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            dumpInputs(rig, 20);
            rig.session.close(); // the whole process is gone
            try (CollectorSession later = CollectorSession.resume(rig.capture, ChannelCatalog.all())) {
                ArgsResult result = new ArgsSink(later).dump(RunEvidence.UNKNOWN);
                assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
                Dumped dumped = Dumped.read(rig.capture);
                assertThat(dumped.entries).hasSize(20);
                dumped.entries.forEach(entry -> assertWhole(rig, dumped, entry));
                later.discard();
            }
            assertThat(rig.capture.resolve("spool")).doesNotExist();
        }
    }

    @Test
    void aFullDiskStopsTheHostButLosesNothingThatWasCommitted() throws Exception {
        long room = 3_000;
        try (ArgsRig rig = new ArgsRig(
                Setup.blocking(AMPLE, false),
                directory,
                60_000_000_000L,
                plan -> plan.withFaults(copy -> false, file -> new FullDisk(create(file), room)))) {
            rig.session.start();
            dumpInputs(rig, 40); // eight thousand bytes
            ArgsRig.flush(rig.probe());
            assertThatThrownBy(rig.session::stop)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("tidemark recover");
            rig.session.close();
            try (CollectorSession later = CollectorSession.resume(rig.capture, ChannelCatalog.all())) {
                ArgsResult result = new ArgsSink(later).dump(RunEvidence.UNKNOWN);
                LaneLedger lane = result.books().streams().getFirst().lanes().getFirst();
                assertThat(lane.unaccounted()).isZero();
                assertThat(lane.recovered()).isGreaterThan(0);
                assertThat(result.summary().mismatches()).isZero();
                Dumped dumped = Dumped.read(rig.capture);
                dumped.assertConsistent();
                assertThat(dumped.entries).hasSize(40);
                dumped.entries.forEach(entry -> assertWhole(rig, dumped, entry));
            }
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Test
    void copiesThatFailNowAndThenLoseNothing() throws Exception {
        Random random = new Random(5);
        UnaryOperator<CollectorPlan> manyCopiesFail =
                plan -> plan.withFaults(copy -> random.nextInt(3) == 0, ArgsFaultTest::create);
        try (ArgsRig rig =
                new ArgsRig(Setup.blocking(ArgsRig.TINY, true), directory, 60_000_000_000L, manyCopiesFail)) {
            rig.session.start();
            dumpInputs(rig, 200);
            ArgsRig.flush(rig.probe());
            ArgsResult result = rig.finish();
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(result.books().contradictions()).isEmpty();
            Dumped dumped = Dumped.read(rig.capture);
            assertThat(dumped.entries).hasSize(200);
            dumped.entries.forEach(entry -> assertWhole(rig, dumped, entry));
        }
    }

    @Test
    void aPayloadFileThatIsCutShortSaysWhichEntriesAreGone() throws Exception {
        try (ArgsRig rig = rig(AMPLE, false)) {
            dumpInputs(rig, 10);
            rig.session.start();
            ArgsRig.flush(rig.probe());
            rig.finish();
            Path file = rig.capture.resolve(ArgsWriter.DIRECTORY).resolve(ArgsWriter.PAYLOAD_NAME);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(7 * 200 + 50); // inside the eighth payload
            }
            Dumped dumped = Dumped.read(rig.capture);
            try (PayloadFile payload = PayloadFile.open(Optional.of(file))) {
                for (int row = 0; row < 10; row++) {
                    Presence expected = row < 7 ? Presence.WHOLE : row == 7 ? Presence.CUT : Presence.GONE;
                    assertThat(payload.presence(dumped.manifest, row)).isEqualTo(expected);
                }
            }
        }
    }
}
