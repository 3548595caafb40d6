package io.tidemark.checks.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.swimlane.SwimlaneRig.Setup;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelCollector;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.spool.FreezeSpan;
import io.tidemark.collector.swimlane.SwimlaneJudge;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens when the host does not keep up: one spare buffer per lane, ready queues of two, a
 * host that dawdles.
 */
@Timeout(60)
class SwimlanePressureTest {
    private static final int CLUSTERS = 2;
    private static final int PHASES = 24 + 2 * 3 * CLUSTERS;
    private static final SwimlanePools TINY = SwimlanePools.tiny(8, PHASES, 2);
    private static final long LONG_WAIT = 60_000_000_000L;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static Setup setup(OnFull onFull, boolean shadow, long waitNanos) {
        return new Setup(4, CLUSTERS, 2, 400, TINY, onFull, shadow, waitNanos, 7);
    }

    /** Polls now and then until told to stop; returns the thread. */
    private static Thread dawdle(ChannelCollector collector, SwimlaneRig rig) {
        return Thread.ofPlatform().start(() -> {
            try {
                while (rig.device.isRunning()) {
                    collector.poll();
                    LockSupport.parkNanos(500_000);
                }
                while (collector.poll() > 0) {
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSlowHostFreezesTheLanesAndLosesNothing(boolean shadow) throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(OnFull.BLOCK, shadow, LONG_WAIT), directory)) {
            rig.device.start(2);
            Thread host = dawdle(rig.session.collector(SwimlaneChannel.CHANNEL), rig);
            assertThat(rig.device.join(50_000)).isTrue();
            host.join();
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.missing()).isZero();
            rig.assertEveryRecordIsThere();
            rig.assertEachBufferIsInOnePlace();
            assertThat(rig.session.collector(SwimlaneChannel.CHANNEL).isFrozen())
                    .isFalse();
            assertThat(books.freezes()).isNotEmpty();
            long before = 0;
            for (FreezeSpan freeze : books.freezes()) {
                assertThat(freeze.beginTick()).isGreaterThanOrEqualTo(before);
                assertThat(freeze.endTick()).isGreaterThanOrEqualTo(freeze.beginTick());
                before = freeze.endTick();
            }
            assertThat(SwimlaneJudge.verdict(books, expectation(rig)).kind()).isEqualTo(Verdict.Kind.COMPLETE);
        }
    }

    private static RunEvidence expectation(SwimlaneRig rig) {
        long subtasks = 3L * CLUSTERS * rig.setup.tasksPerCore();
        return RunEvidence.counted(subtasks, subtasks, -1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatLooksBeforeTheDeviceHasBegunFindsNothingAndDisturbsNothing(boolean shadow) throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(OnFull.BLOCK, shadow, LONG_WAIT), directory)) {
            ChannelCollector collector = rig.session.collector(SwimlaneChannel.CHANNEL);
            for (int look = 0; look < 100; look++) {
                assertThat(collector.poll()).isZero();
            }
            assertThat(collector.damage()).isEmpty();
            ChannelBooks books = rig.run();
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.missing()).isZero();
            rig.assertEveryRecordIsThere();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDroppingChannelNeverStopsAndCountsEveryLoss(boolean shadow) throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(OnFull.DROP, shadow, LONG_WAIT), directory)) {
            rig.device.start(2);
            Thread host = dawdle(rig.session.collector(SwimlaneChannel.CHANNEL), rig);
            assertThat(rig.device.join(50_000)).isTrue();
            host.join();
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.freezes()).as("nobody waits, so nothing freezes").isEmpty();
            assertThat(books.missing()).isPositive();
            assertThat(books.reserved()).isEqualTo(books.present() + books.missing());
            Verdict verdict = SwimlaneJudge.verdict(books, expectation(rig));
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.GAPS);
            assertThat(verdict.gaps().stream()
                            .mapToLong(Verdict.Gap::missingRecords)
                            .sum())
                    .isEqualTo(books.missing());
            assertThat(verdict.gaps())
                    .allSatisfy(gap -> assertThat(gap.endTick()).isGreaterThanOrEqualTo(gap.beginTick()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatDiesInAFreezeDelaysTheDeviceOnceAndThenLosesByCount(boolean shadow) throws Exception {
        long wait = 200_000_000;
        try (SwimlaneRig rig = new SwimlaneRig(setup(OnFull.BLOCK, shadow, wait), directory)) {
            ChannelCollector collector = rig.session.collector(SwimlaneChannel.CHANNEL);
            rig.device.start(2);
            while (!collector.isFrozen()) {
                collector.poll();
            }
            long died = System.nanoTime();
            assertThat(rig.device.join(30_000)).isTrue();
            assertThat(System.nanoTime() - died).isGreaterThanOrEqualTo(wait);
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.missing()).isPositive();
            assertThat(books.reserved()).isEqualTo(books.present() + books.missing());
            assertThat(SwimlaneJudge.verdict(books, expectation(rig)).kind()).isEqualTo(Verdict.Kind.GAPS);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatLeavesInOrderHoldsNobodyUp(boolean shadow) throws Exception {
        try (SwimlaneRig rig = new SwimlaneRig(setup(OnFull.BLOCK, shadow, LONG_WAIT), directory)) {
            rig.session.collector(SwimlaneChannel.CHANNEL).leave();
            rig.device.start(2);
            assertThat(rig.device.join(30_000)).as("nobody waits for a minute").isTrue();
            ChannelBooks books = rig.books();
            assertThat(books.contradictions()).isEmpty();
            assertThat(books.missing()).isPositive();
        }
    }
}
