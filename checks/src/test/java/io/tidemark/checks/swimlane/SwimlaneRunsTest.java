package io.tidemark.checks.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.checks.swimlane.SwimlaneRig.Setup;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.collector.swimlane.SwimlaneSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From the first record to the exported file, run after run in one process. */
@Timeout(60)
class SwimlaneRunsTest {
    private static final int CLUSTERS = 3;
    private static final int TASKS_PER_CORE = 200;
    private static final long SUBTASKS = 3L * CLUSTERS * TASKS_PER_CORE;
    private static final RunEvidence ALL = RunEvidence.counted(SUBTASKS, SUBTASKS, -1);

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private SwimlaneTable runAndRead(int level, String name) throws Exception {
        Setup setup = new Setup(
                level, CLUSTERS, 2, TASKS_PER_CORE, SwimlanePools.DEFAULT, OnFull.BLOCK, false, 60_000_000_000L, level);
        Path own = Files.createDirectory(directory.resolve(name));
        try (SwimlaneRig rig = new SwimlaneRig(setup, own)) {
            rig.run();
            ChannelResult result = finish(rig, ALL);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            assertThat(result.books().streams()).hasSize(new int[] {0, 1, 3, 5, 6}[level]);
            rig.session.keepTables();
            rig.session.discard();
            SwimlaneTable table =
                    StoredCapture.open(own.resolve("capture")).swimlane().orElseThrow();
            assertThat(own.resolve("capture")).isDirectoryNotContaining("glob:**spool*");
            checkPops(table, rig);
            return table;
        }
    }

    private static ChannelResult finish(SwimlaneRig rig, RunEvidence evidence) throws IOException {
        return new SwimlaneSink(rig.session).finish(evidence);
    }

    private static void checkPops(SwimlaneTable table, SwimlaneRig rig) {
        SchedulerPhases phases = table.schedulerPhases();
        for (FakeScheduler scheduler : rig.device.schedulers) {
            if (table.level() < 3) {
                return;
            }
            long hits = 0;
            long misses = 0;
            long lastOuterEnd = 0;
            int thread = scheduler.thread;
            for (int row = phases.laneBegin(thread); row < phases.laneEnd(thread); row++) {
                if (phases.kind(row).placement() == SchedPhaseKind.Placement.OUTER) {
                    assertThat(phases.startTick(row)).isGreaterThanOrEqualTo(lastOuterEnd);
                    lastOuterEnd = phases.endTick(row);
                }
                if (phases.hasPops(row)) {
                    hits += phases.popHits(row);
                    misses += phases.popMisses(row);
                }
            }
            assertThat(hits).isEqualTo(scheduler.popHits);
            assertThat(misses).isEqualTo(scheduler.popMisses);
        }
    }

    private static void check(int level, SwimlaneTable table) {
        assertThat(table.level()).isEqualTo(level);
        assertThat(table.aicore().size()).isEqualTo((int) SUBTASKS);
        assertThat(table.aicpu().size()).isEqualTo(level >= 2 ? (int) SUBTASKS : 0);
        assertThat(table.schedulerPhases().laneCount()).isEqualTo(level >= 3 ? 4 : 0);
        assertThat(table.orchestratorSubmits().size()).isEqualTo(level >= 4 ? (int) SUBTASKS : 0);
        KernelRuns tasks =
                CaptureModel.of(table, Optional.empty(), NameMap.EMPTY).runs();
        RowPairs pairs = RowPairs.of(table);
        assertThat(tasks.size()).isEqualTo((int) SUBTASKS);
        assertThat(pairs.aicpuMisses()).isZero();
        assertThat(pairs.duplicateKeys()).isZero();
        for (int task = 0; task < tasks.size(); task++) {
            assertThat(tasks.receive(task)).isLessThanOrEqualTo(tasks.start(task));
            assertThat(tasks.start(task)).isLessThanOrEqualTo(tasks.end(task));
            if (level >= 2) {
                assertThat(tasks.dispatch(task)).isLessThanOrEqualTo(tasks.receive(task));
                assertThat(tasks.end(task)).isLessThanOrEqualTo(tasks.finish(task));
            }
        }
    }

    @Test
    void runsOfDifferentLevelsInOneProcessDoNotSeeEachOther() throws Exception {
        int[] levels = {4, 1, 3, 2, 4};
        for (int run = 0; run < levels.length; run++) {
            check(levels[run], runAndRead(levels[run], "run" + run));
        }
    }

    @Test
    void aKindWithoutDataIsToldAndNotTakenForACompleteNothing() throws Exception {
        Setup idle = new Setup(2, CLUSTERS, 2, 0, SwimlanePools.DEFAULT, OnFull.BLOCK, false, 60_000_000_000L, 1);
        try (SwimlaneRig rig = new SwimlaneRig(idle, directory)) {
            rig.run();
            ChannelResult told = finish(rig, ALL);
            assertThat(told.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(told.verdict().reason()).isEqualTo("aicore_task: expected data, got none (and 2 more)");
            assertThat(told.file()).isEmpty();
            ChannelResult empty = finish(rig, RunEvidence.counted(0, 0, 0));
            assertThat(empty.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            ChannelResult other = finish(rig, RunEvidence.counted(5, -1, -1));
            assertThat(other.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
        }
    }

    @Test
    void anExportThatCannotWriteLeavesEverythingToFinishFrom() throws Exception {
        Setup setup = new Setup(
                4, CLUSTERS, 2, TASKS_PER_CORE, SwimlanePools.DEFAULT, OnFull.BLOCK, true, 60_000_000_000L, 3);
        Path capture = directory.resolve("capture");
        try (SwimlaneRig rig = new SwimlaneRig(setup, directory)) {
            rig.run();
            Path part = capture.resolve("spool/swimlane.head.json.part");
            Path taken = Files.createDirectories(part.resolve("taken"));
            Throwable failure = null;
            try {
                finish(rig, ALL);
            } catch (IOException e) {
                failure = e;
            }
            assertThat(failure)
                    .hasMessageContaining(part.toString())
                    .hasMessageContaining("run 'tidemark recover " + capture + "'");
            Files.delete(taken);
            Files.delete(part);
        }
        try (CollectorSession later = CollectorSession.resume(capture, ChannelCatalog.all())) {
            assertThat(later.channels()).containsExactly(SwimlaneChannel.CHANNEL);
            ChannelResult result = new SwimlaneSink(later).finish(ALL);
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            check(
                    4,
                    SwimlaneReader.read(result.file().orElseThrow(), new Findings())
                            .orElseThrow());
        }
    }
}
