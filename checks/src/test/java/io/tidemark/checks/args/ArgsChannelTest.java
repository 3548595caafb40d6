package io.tidemark.checks.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.args.ArgsRig.Key;
import io.tidemark.checks.args.ArgsRig.Setup;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsResult;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.PayloadDigest;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both halves together: what was dumped is what is in the files, or it is counted. */
@Timeout(60)
class ArgsChannelTest {
    private static final DType[] TYPES = {
        DType.FLOAT32, DType.BFLOAT16, DType.FP8E4M3FN, DType.INT64, DType.INT16, DType.FP4E2M1, DType.BOOL
    };

    private static final int PIECE = 1024; // a quarter of the tiny arena

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomTasksOfSeveralThreadsComeThroughATinyArenaByteForByte(boolean shadow) {
        Seeds.each(2, seed -> {
            Path place = directory.resolve("seed" + seed);
            Setup setup = new Setup(2, 3, ArgsRig.TINY, OnFull.BLOCK, shadow);
            try (ArgsRig rig = rig(setup, place)) {
                rig.session.start();
                runThreads(rig, 3, 60, seed);
                ArgsResult result = rig.finish();
                assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
                assertLawHolds(result);
                assertEveryByteIsThere(rig, Dumped.read(rig.capture));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eightThreadsOfTwoRunsAtOnceKeepTheirBytesApart(boolean shadow) throws Exception {
        Setup setup = new Setup(2, 4, ArgsRig.TINY, OnFull.BLOCK, shadow);
        try (ArgsRig one = rig(setup, directory.resolve("one"));
                ArgsRig other = rig(setup, directory.resolve("other"))) {
            one.session.start();
            other.session.start();
            Thread second = Thread.ofPlatform().start(() -> runQuietly(other, 30));
            runThreads(one, 4, 30, 1);
            second.join();
            for (ArgsRig rig : List.of(one, other)) {
                ArgsResult result = rig.finish();
                assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
                assertLawHolds(result);
                assertThat(rig.truth).isNotEmpty();
                assertEveryByteIsThere(rig, Dumped.read(rig.capture));
            }
        }
    }

    private static void runQuietly(ArgsRig rig, int tasks) {
        try {
            runThreads(rig, 4, tasks, 2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the missing bytes will say so
        }
    }

    private static ArgsRig rig(Setup setup, Path place) throws IOException {
        Files.createDirectories(place);
        return new ArgsRig(setup, place);
    }

    private static void runThreads(ArgsRig rig, int threads, int tasks, long seed) throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < threads; thread++) {
            int lane = thread;
            running.add(Thread.ofPlatform().start(() -> {
                try {
                    schedule(rig, lane, tasks, new Random(seed + lane));
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    /** Each thread has a part of the memory of its own, so nobody disturbs what it remembers. */
    private static void schedule(ArgsRig rig, int lane, int tasks, Random random) {
        SchedulerArgsProbe probe = rig.probes.scheduler(lane);
        for (int i = 0; i < tasks; i++) {
            FakeTask task = new FakeTask((long) lane << 32 | i).withScalar(i + 0.1);
            int arguments = 1 + random.nextInt(4);
            for (int a = 0; a < arguments; a++) {
                long address = ArgsRig.BASE + lane * 300_000L + a * 70_000L;
                task.with(random.nextInt(3), tensor(address, random));
            }
            scribble(rig, lane, random);
            rig.remember(task, ArgumentStage.BEFORE_DISPATCH);
            ArgsRig.dump(probe, task, ArgumentStage.BEFORE_DISPATCH);
            scribble(rig, lane, random);
            rig.remember(task, ArgumentStage.AFTER_COMPLETION);
            ArgsRig.dump(probe, task, ArgumentStage.AFTER_COMPLETION);
        }
        ArgsRig.flush(probe);
    }

    /** Anything from one element to several arenas, dense or not. */
    private static Tensor tensor(long address, Random random) {
        DType type = TYPES[random.nextInt(TYPES.length)];
        int rows = 1 + random.nextInt(random.nextInt(10) == 0 ? 90 : 9);
        Tensor whole = Tensor.of(address, type, rows, 1 + random.nextInt(80));
        return switch (random.nextInt(4)) {
            case 0 -> whole.transpose(0, 1);
            case 1 -> whole.strided(1, 1 + random.nextInt(3));
            case 2 -> whole.slice(0, random.nextInt(rows), 1);
            default -> whole;
        };
    }

    private static void scribble(ArgsRig rig, int lane, Random random) {
        long from = lane * 300_000L;
        for (int i = 0; i < 280_000; i += 8) {
            rig.memory.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, from + i, random.nextLong());
        }
    }

    private static void assertEveryByteIsThere(ArgsRig rig, Dumped dumped) {
        dumped.assertConsistent();
        long tensors =
                dumped.entries.stream().filter(entry -> !entry.isScalar()).count();
        assertThat(tensors).isEqualTo(rig.truth.size());
        for (ArgEntry entry : dumped.entries) {
            if (!entry.isScalar()) {
                assertThat(dumped.payload(entry))
                        .as("%s", entry)
                        .isEqualTo(rig.truth.get(new Key(entry.taskId(), entry.stage(), entry.argIndex())));
                assertThat(entry.truncated() || entry.overwritten()).isFalse();
                assertThat(entry.remarks()).isEmpty();
            } else {
                assertThat(entry.value().real()).isEqualTo((int) entry.taskId() + 0.1);
                assertThat(entry.dataType()).isEqualTo("FLOAT64");
            }
        }
    }

    private static void assertLawHolds(ArgsResult result) {
        assertThat(result.books().contradictions()).isEmpty();
        for (LaneLedger lane : result.books().streams().getFirst().lanes()) {
            assertThat(lane.unaccounted()).as("lane %d", lane.lane()).isZero();
        }
    }

    @Test
    void aTensorThatChangesWhileItIsCopiedIsMarkedAsSuch() throws Exception {
        try (ArgsRig rig = new ArgsRig(Setup.blocking(ArgsRig.TINY, false), directory)) {
            FakeTask calm = new FakeTask(1).with(FakeTask.READS, floats(100_000, 8));
            FakeTask hasty = new FakeTask(2).with(FakeTask.READS, floats(0, 5_000));
            ArgsRig.dump(rig.probe(), calm, ArgumentStage.BEFORE_DISPATCH);
            assertThat(rig.probe().mayDispatch(hasty))
                    .as("it is larger than the arena")
                    .isFalse();
            rig.memory.setFloat(hasty.tensor(0), 0, 42); // already copied, so the copy is a mixture
            rig.session.start();
            ArgsRig.dump(rig.probe(), hasty, ArgumentStage.BEFORE_DISPATCH);
            ArgsRig.flush(rig.probe());
            ArgsResult result = rig.finish();
            Dumped dumped = Dumped.read(rig.capture);
            dumped.assertConsistent();
            assertThat(dumped.entries.getFirst().remarks()).isEmpty();
            assertThat(dumped.entries.getLast().remarks()).containsExactly(ArgRemark.CHANGED);
            assertThat(dumped.entries.getLast().payloadBytes()).isEqualTo(20_000);
            assertThat(result.books().freezes())
                    .as("the wait for the host is on record")
                    .anySatisfy(span -> {
                        assertThat(span.cause()).isEqualTo("payload arena full");
                        assertThat(span.endTick()).isGreaterThan(span.beginTick());
                    });
            assertThat(result.summary().changed()).isEqualTo(1);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
            assertThat(result.verdict().gaps().getFirst().cause()).contains("changed");
        }
    }

    private static Tensor floats(long at, int elements) {
        return Tensor.of(ArgsRig.BASE + at, DType.FLOAT32, elements);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDroppingChannelNeverHoldsATaskAndCountsWhatItLost(boolean shadow) throws Exception {
        ArgsPools few = new ArgsPools(2, 6, 4, 2, 4096);
        Setup setup = new Setup(2, 1, few, OnFull.DROP, shadow);
        try (ArgsRig rig = new ArgsRig(setup, directory)) {
            int tasks = 200;
            for (int i = 0; i < tasks; i++) { // the host does not collect yet
                FakeTask task = new FakeTask(i)
                        .with(FakeTask.READS, floats(0, i == 0 ? 2_000 : 100))
                        .with(FakeTask.WRITES, floats(50_000, 10));
                rig.remember(task, ArgumentStage.BEFORE_DISPATCH);
                assertThat(rig.probe().mayDispatch(task)).isTrue();
                assertThat(rig.probe().mayComplete(task)).isTrue();
            }
            rig.session.start();
            ArgsRig.flush(rig.probe());
            ArgsResult result = rig.finish();
            assertLawHolds(result);
            LaneLedger lane = result.books().streams().getFirst().lanes().getFirst();
            assertThat(lane.reserved()).isEqualTo(2L * tasks + 1); // and the test pattern
            assertThat(lane.dropped()).isGreaterThan(0);
            assertThat(lane.droppedByCause()).containsOnlyKeys("no_buffer", "no_space");
            Dumped dumped = Dumped.read(rig.capture);
            dumped.assertConsistent();
            assertThat(dumped.manifest.header().droppedRecords()).isEqualTo(lane.dropped());
            ArgEntry large = dumped.entry(0, ArgumentStage.BEFORE_DISPATCH, 0);
            assertThat(large.truncated())
                    .as("larger than the arena, and nobody waits")
                    .isTrue();
            assertThat(large.payloadBytes()).isEqualTo(2_048);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        }
    }

    @Test
    void aHostThatNeverCollectsCostsOneWaitAndThenRecordsAreCounted() throws Exception {
        long waitNanos = 20_000_000;
        try (ArgsRig rig = new ArgsRig(Setup.blocking(ArgsRig.TINY, false), directory, waitNanos, plan -> plan)) {
            long began = System.nanoTime();
            for (int i = 0; i < 50; i++) {
                FakeTask task = new FakeTask(i).with(FakeTask.READS, floats(0, 300));
                ArgsRig.dump(rig.probe(), task, ArgumentStage.BEFORE_DISPATCH);
            }
            long lasted = System.nanoTime() - began;
            assertThat(lasted).isGreaterThanOrEqualTo(waitNanos);
            rig.session.start();
            ArgsRig.flush(rig.probe());
            ArgsResult result = rig.finish();
            assertLawHolds(result);
            assertThat(result.books().missing()).isGreaterThan(0);
            Dumped.read(rig.capture).assertConsistent();
        }
    }

    /** The slot of a record is its own until it is written. */
    @Test
    void aTensorOfACoreAndOneOfTheSchedulerGoIntoTheLaneOneAfterTheOther() throws Exception {
        Setup setup = Setup.blocking(ArgsRig.TINY, false);
        try (ArgsRig rig = rig(setup, directory)) {
            SchedulerArgsProbe scheduler = rig.probe();
            TakenArgsProbe.Core core = scheduler.taken().core();
            FakeTask ofCore = new FakeTask(1).withScalar(1.1).with(FakeTask.READS, large(rig, 0));
            FakeTask ofScheduler = new FakeTask(2).withScalar(2.1).with(FakeTask.READS, large(rig, 1));
            rig.remember(ofCore, ArgumentStage.BEFORE_DISPATCH);
            rig.remember(ofScheduler, ArgumentStage.BEFORE_DISPATCH);
            assertThat(scheduler.mayDispatch(ofScheduler))
                    .as("larger than the arena")
                    .isFalse();
            assertThat(core.tryBegin(ofCore, ArgumentStage.BEFORE_DISPATCH, false))
                    .isFalse();
            rig.session.start();
            ArgsRig.dump(scheduler, ofScheduler, ArgumentStage.BEFORE_DISPATCH);
            while (!core.tryBegin(ofCore, ArgumentStage.BEFORE_DISPATCH, false)) {
                Thread.yield();
            }
            MemorySegment bytes = MemorySegment.ofArray(rig.bytesOf(ofCore.tensor(0)));
            FakeTask later = new FakeTask(3).withScalar(3.1);
            PayloadDigest digest = new PayloadDigest();
            for (long at = 0; at < bytes.byteSize(); at += PIECE) {
                boolean isLast = at + PIECE == bytes.byteSize();
                digest.update(bytes, at, PIECE);
                while (!core.tryTake(0, bytes, at, PIECE, digest.value(), isLast, false)) {
                    Thread.yield();
                }
                assertThat(at == 0 && scheduler.mayDispatch(later)).isFalse();
                assertThat(scheduler.hasRoom()).isEqualTo(isLast);
            }
            assertThat(scheduler.mayDispatch(later)).isTrue();
            core.end();
            core.leave();
            ArgsRig.flush(scheduler);
            ArgsResult result = rig.finish();
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            assertLawHolds(result);
            assertEveryByteIsThere(rig, Dumped.read(rig.capture));
        }
    }

    /** Larger than the arena, in a place of its own. */
    private static Tensor large(ArgsRig rig, int place) {
        Tensor tensor = floats(place * 70_000L, 16 * PIECE / Float.BYTES);
        rig.memory.fill(tensor, place + 0.5);
        return tensor;
    }

    @Test
    void levelsSelectByMarkAndNeverByOrder() throws Exception {
        for (int level = 1; level <= 3; level++) {
            Path place = directory.resolve("level" + level);
            ArgsPools ample = new ArgsPools(2, 64, 4, 2, 65_536);
            try (ArgsRig rig = rig(new Setup(level, 1, ample, OnFull.BLOCK, false), place)) {
                FakeTask marked = new FakeTask(1)
                        .with(FakeTask.READS, floats(0, 4))
                        .with(FakeTask.READS, floats(64, 4))
                        .withScalar(1.5)
                        .marked(0b110);
                FakeTask plain =
                        new FakeTask(2).with(FakeTask.READS, floats(0, 4)).withScalar(2);
                ArgsRig.dump(rig.probe(), plain, ArgumentStage.BEFORE_DISPATCH);
                ArgsRig.dump(rig.probe(), marked, ArgumentStage.BEFORE_DISPATCH);
                rig.session.start();
                ArgsRig.flush(rig.probe());
                rig.finish();
                Dumped dumped = Dumped.read(rig.capture);
                dumped.assertConsistent();
                assertThat(dumped.entries).hasSize(level == 1 ? 2 : 5);
                assertThat(dumped.bytes).hasSize(level == 2 ? 48 : 16);
                assertThat(dumped.entry(1, ArgumentStage.BEFORE_DISPATCH, 1).payloadBytes())
                        .isEqualTo(16);
                assertThat(dumped.manifest.header().level()).isEqualTo(level);
            }
        }
    }
}
