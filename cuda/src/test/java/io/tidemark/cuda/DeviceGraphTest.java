package io.tidemark.cuda;

import static io.tidemark.runtime.RuntimeKind.HBG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.runtime.RunResult.TaskTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs that the blocks resolve themselves, while the host only watches. */
class DeviceGraphTest {
    private static final DfxFlags CORES = DfxFlags.ofSwimlaneLevel(1).with(DfxFeature.DEP_GEN);
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final Duration LONG = EmulatedPlan.PATIENCE;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"vector:random", "bgemm:bgemm64", "paged-attention:varseq4", "spmd:multiblock-aiv"})
    void aCaseGivesItsGoldenAndEveryRecord(String title) throws Exception {
        run(title, List.of(), CORES, LONG).isVerifiedOnDevice();
    }

    /** Cores start each other, and must not do so with what is left of the run before. */
    @Test
    void aSecondRunOnTheDeviceTakesItsOwnGraph() throws Exception {
        EmulatedRun.second(
                        "paged-attention:medium",
                        plan -> plan.runtime(HBG).records(CORES),
                        directory.resolve("capture"))
                .isVerifiedOnDevice();
    }

    @ParameterizedTest
    @ValueSource(strings = {"noop:layered", "noop:tree", "noop:independent"})
    void aGraphOfMoreTasksThanABufferHoldsLosesNoRecord(String title) throws Exception {
        EmulatedRun run = run(title, List.of("tasks=3000"), CORES, LONG);
        run.isVerifiedOnDevice();
        assertThat(run.result().completed()).isEqualTo(3000);
        assertThat(run.result().subtasks()).isEqualTo(3000);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void fromLevelTwoOnEachTaskHasItsDispatchAndFinishByTheDevice(int level) throws Exception {
        EmulatedRun run = run(
                "noop:layered",
                List.of("tasks=3000"),
                DfxFlags.ofSwimlaneLevel(level).with(DfxFeature.DEP_GEN),
                LONG);
        run.isVerifiedOnDevice();
        SwimlaneTable swimlane = swimlane(run);
        assertThat(orderedTasks(swimlane)).hasSize(3000);
        assertThat(swimlane.fanin()).isPresent();
        assertThat(swimlane.schedulerPhases().size()).isZero(); // there is no scheduler
        assertThat(swimlane.hostSubmits().size() > 0).isEqualTo(level == 4);
        assertThat(clockOfDispatches(run).domain()).isEqualTo("cuda-emu_globaltimer");
    }

    @Test
    void whatTheHostDispatchesIsStampedByTheHost() throws Exception {
        DfxFlags dumps = DfxFlags.ofSwimlaneLevel(2).with(DfxFeature.DUMP_ARGS_ENABLE);
        EmulatedRun run = EmulatedRun.of(
                "vector",
                List.of(),
                plan -> plan.runtime(HBG).records(dumps).madeFor(DfxFlags.NONE),
                directory.resolve("capture"));
        assertThat(run.result().notes())
                .containsExactly(
                        "the graph was resolved on the host, not on the device: its code was made for runs that dump no arguments");
        assertThat(clockOfDispatches(run).domain()).isNotEqualTo("cuda-emu_globaltimer");
    }

    /** Several blocks of one task on one core have the same number. */
    @Test
    void everyBlockOfATaskHasItsDispatchAndFinish() throws Exception {
        EmulatedRun run = run("spmd:multiblock-aiv", List.of(), DfxFlags.ofSwimlaneLevel(4), LONG);
        run.isVerifiedOnDevice();
        SwimlaneTable swimlane = swimlane(run);
        assertThat(orderedTasks(swimlane)).isNotEmpty();
        assertThat(swimlane.aicore().size()).isEqualTo((int) run.result().subtasks());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang:stop", "hang:signal", "hang:count"})
    void aKernelThatIsCutShortHasNoFinish(String title) throws Exception {
        EmulatedRun run = run(title, List.of(), DfxFlags.ofSwimlaneLevel(4), SHORT);
        assertThat(run.doctor().orElseThrow()).contains("returned only when it was asked to stop");
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
        SwimlaneTable swimlane = swimlane(run);
        assertThat(swimlane.aicore().size()).isEqualTo(41);
        assertThat(swimlane.aicpu().size()).isEqualTo(40);
    }

    @Test
    void aKernelThatNeverReturnsIsNamedAtEveryLevel() throws Exception {
        EmulatedRun run = run("hang:kernel", List.of(), DfxFlags.ofSwimlaneLevel(4), SHORT);
        assertThat(run.doctor().orElseThrow())
                .contains("Task t40 of kernel stuck on core")
                .contains("has not returned and is frozen");
        assertThat(run.sealed().verdict().gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.missingRecords()).isEqualTo(1));
        assertThat(swimlane(run).aicpu().size()).isEqualTo(40);
    }

    /** The cores tell the times for them at every level, and below level 2 for nothing else. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void timingSlotsHaveTheTimesOfTheCores(int level) throws Exception {
        DfxFlags flags = DfxFlags.ofSwimlaneLevel(level);
        EmulatedRun run = run("spmd:early-dispatch", List.of(), flags, LONG);
        run.isVerifiedOnDevice();
        assertThat(run.result().timings()).isNotEmpty().allSatisfy(timing -> {
            assertThat(timing.isWhole()).isTrue();
            assertThat(timing.dispatchTicks()).isLessThan(timing.finishTicks());
        });
        assertThat(swimlane(run).aicpu().size() > 0).isEqualTo(level > 1);
    }

    @Test
    void withoutRecordsATimedGraphIsResolvedOnTheHostAndTheRunSaysWhy() throws Exception {
        EmulatedRun run = run("spmd:early-dispatch", List.of(), DfxFlags.NONE, LONG);
        assertThat(run.verification().ok()).as(run.verification().sentence()).isTrue();
        assertThat(run.result().notes())
                .singleElement()
                .asString()
                .contains("task (0, 0) has a timing slot, and only with --chip-swimlane");
        assertThat(run.result().timings()).isNotEmpty().allMatch(TaskTiming::isWhole);
    }

    @Test
    void aKernelThatNeverReturnsIsNamedAndItsOwnRecordIsMissing() throws Exception {
        EmulatedRun run = run("hang:kernel", List.of(), CORES, SHORT);
        assertThat(run.result().sentence()).contains("40 of 200 tasks complete");
        assertThat(run.doctor().orElseThrow())
                .contains("Task t40 of kernel stuck on core")
                .contains("has not returned and is frozen");
        assertThat(run.sealed().verdict().gaps().getFirst().missingRecords()).isEqualTo(1);
    }

    @Test
    void aKernelThatIsToldToStopReturnsAndItsRecordIsThere() throws Exception {
        EmulatedRun run = run("hang:stop", List.of(), CORES, SHORT);
        assertThat(run.doctor().orElseThrow()).contains("returned only when it was asked to stop");
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    @Test
    void aCircleOfTasksIsNamedByWhatTheDeviceSays() throws Exception {
        EmulatedRun run = run("hang:deps", List.of(), CORES, SHORT);
        assertThat(run.doctor().orElseThrow())
                .contains("each of these waits for the next: t40 step -> t41 step -> t40 step");
        assertThat(run.result().completed()).isEqualTo(40);
    }

    @Test
    void aKernelThatFailsEndsTheRunWithItsName() throws Exception {
        EmulatedRun run = run("hang:trap", List.of(), CORES, LONG);
        assertThat(run.result().errorName()).isEqualTo("KERNEL_FAILED");
        assertThat(run.result().sentence()).contains("kernel stuck of task (0, 40)");
    }

    private static ClockDomain clockOfDispatches(EmulatedRun run) {
        return EmulatedRun.clock(
                CertificateReader.read(run.sealed().directory().resolve("certificate.json"), new Findings())
                        .orElseThrow(),
                "swimlane.aicpu_task");
    }

    private static SwimlaneTable swimlane(EmulatedRun run) {
        return SwimlaneReader.read(run.sealed().directory().resolve("chip_swimlane_records.json"), new Findings())
                .orElseThrow();
    }

    /** Ids of all tasks; each kernel run is dispatched, starts, ends and is told, in that order. */
    private static Set<Long> orderedTasks(SwimlaneTable swimlane) {
        AicoreRows cores = swimlane.aicore();
        AicpuRows told = swimlane.aicpu();
        assertThat(told.size()).isEqualTo(cores.size());
        Map<Integer, Deque<Integer>> ofCore = new HashMap<>(); // rows of a core are in order
        for (int row = 0; row < told.size(); row++) {
            ofCore.computeIfAbsent(told.core(row), core -> new ArrayDeque<>()).add(row);
        }
        Set<Long> tasks = new HashSet<>();
        for (int row = 0; row < cores.size(); row++) {
            int of = ofCore.get(cores.core(row)).remove();
            assertThat(told.registerTaskId(of)).isEqualTo(cores.registerTaskId(row));
            assertThat(told.dispatchTick(of)).isLessThanOrEqualTo(cores.receiveTick(row));
            assertThat(cores.receiveTick(row)).isLessThanOrEqualTo(cores.startTick(row));
            assertThat(cores.startTick(row)).isLessThanOrEqualTo(cores.endTick(row));
            assertThat(cores.endTick(row)).isLessThanOrEqualTo(told.finishTick(of));
            tasks.add(cores.taskId(row));
        }
        return tasks;
    }

    private EmulatedRun run(String title, List<String> options, DfxFlags flags, Duration patience) throws Exception {
        return EmulatedRun.of(
                title,
                options,
                plan -> plan.runtime(HBG).records(flags).endedAfter(patience),
                directory.resolve("capture"));
    }
}
