package io.tidemark.checks.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Kind;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.OffHeap;
import io.tidemark.recording.plan.Recorded;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.FakeEngine;
import io.tidemark.runtime.RandomProgram;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.testkit.FileTree;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of all shapes with any channels on, at any level, in buffers of any size: the
 * result is the sequential one whatever is recorded, and what is recorded is what was done.
 */
class RecordedProgramsTest {
    private static final int TASKS = 200;
    private static final int MOST_PER_SCOPE = 20;

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @Test
    void anyProgramWithAnyChannelsGivesTheSequentialResultAndRecordsAllOfIt() {
        Seeds.each(24, seed -> {
            try {
                runOnce(seed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void runOnce(long seed) throws IOException {
        Random random = Seeds.random(seed);
        Path capture = Files.createDirectory(directory.resolve(Long.toString(seed)));
        RecordingPlan plan = draw(random, capture);
        FakeEngine engine = new FakeEngine(random.nextInt(60));
        RandomProgram program = RandomProgram.ofEverything(seed, TASKS, MOST_PER_SCOPE, random.nextInt(3) * 40, engine);
        CallConfig call = plan.call();
        try (Recording recording = Recording.open(plan);
                ChipWorker worker = ChipWorker.open(plan.config())) {
            RunSetup setup = recording.start(worker.chip());
            RunResult result = worker.run(
                    program,
                    program.hostTensors(),
                    call,
                    setup.withProbes(
                            setup.coreProbes(), engine.beside(setup.schedulerProbes()), setup.orchestratorProbe()));
            Recorded recorded = recording.finish(result);
            recording.discard();
            assertThat(result.sentence()).as(plan.toString()).isEqualTo("The run completed.");
            assertThat(program.wrongs()).as(plan.toString()).isEmpty();
            assertThat(result.subtasks()).isEqualTo(program.expectedRuns());
            assertBooksClose(plan, recorded, program);
            if (plan.onFull().orElseThrow() == OnFull.BLOCK) {
                boolean dumpsMarkedOnly = // and such a program marks nothing
                        plan.argsLevel() == 1 && plan.flags().bits() == DfxFeature.DUMP_ARGS_ENABLE.mask();
                assertThat(recorded.verdict().kind())
                        .as("%s %s", recorded.verdict().line(), plan)
                        .isEqualTo(dumpsMarkedOnly ? Kind.EMPTY : Kind.COMPLETE);
                assertFilesHoldAll(plan, program);
            }
        }
        FileTree.delete(capture);
    }

    private RecordingPlan draw(Random random, Path capture) {
        Platform platform = random.nextBoolean() ? Platform.A2A3 : Platform.A5;
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(platform)
                .runtime(random.nextInt(3) == 0 ? RuntimeKind.HBG : RuntimeKind.TMR)
                .clusters(1 + random.nextInt(platform.maxClusters()))
                .carriers(1 + random.nextInt(3))
                .memoryBytes(1 << 20)
                .allocatorTimeout(Duration.ofSeconds(20)) // a starved scheduler is no hang
                .schedulerTimeout(Duration.ofSeconds(40))
                .build();
        int level = random.nextInt(5);
        DfxFlags flags = level == 0 ? DfxFlags.NONE : DfxFlags.ofSwimlaneLevel(level);
        for (DfxFeature feature : new DfxFeature[] {
            DfxFeature.DUMP_ARGS_ENABLE, DfxFeature.SCOPE_STATS, DfxFeature.DEP_GEN, DfxFeature.PMU
        }) {
            boolean sampled = feature != DfxFeature.SCOPE_STATS || !isOnHost(config);
            flags = sampled && random.nextBoolean() ? flags.with(feature) : flags;
        }
        SwimlanePools pools = random.nextBoolean()
                ? SwimlanePools.DEFAULT
                : SwimlanePools.tiny(8 << random.nextInt(4), 256 << random.nextInt(2), 2 + random.nextInt(4));
        return RecordingPlan.into(capture)
                .title("random")
                .call(CallConfig.builder()
                        .aicpuThreads(2 + random.nextInt(platform.maxAicpuThreads() - 1))
                        .flags(flags)
                        .dumpArgsLevel(flags.records(ArgsChannel.CHANNEL) ? 1 + random.nextInt(2) : 0)
                        .build())
                .onFull(random.nextInt(4) == 0 ? OnFull.DROP : OnFull.BLOCK)
                .pools(pools)
                .config(config)
                .regionDirectory(directory)
                .build();
    }

    private static boolean isOnHost(RuntimeConfig config) {
        return config.runtime() == RuntimeKind.HBG;
    }

    /** Also where records were dropped: they were counted. */
    private static void assertBooksClose(RecordingPlan plan, Recorded recorded, RandomProgram program) {
        assertThat(recorded.verdict().kind())
                .as("%s: %s", plan, recorded.verdict().line())
                .isNotEqualTo(Verdict.Kind.UNTRUSTED);
        for (ChannelLedger stream : recorded.ledgers()) {
            assertThat(stream.balances()).as("%s: %s", plan, stream).isTrue();
            boolean onePerRun = stream.stream().equals("aicore_task")
                    || stream.stream().equals("aicpu_task")
                    || stream.stream().equals("counters");
            if (onePerRun) {
                assertThat(stream.lanes().stream()
                                .mapToLong(LaneLedger::reserved)
                                .sum())
                        .as("%s: %s", plan, stream.stream())
                        .isEqualTo(program.expectedRuns());
            }
        }
    }

    private static void assertFilesHoldAll(RecordingPlan plan, RandomProgram program) {
        Path capture = plan.capture();
        Findings findings = new Findings();
        int runs = program.expectedRuns();
        if (plan.flags().records(SwimlaneChannel.CHANNEL)) {
            SwimlaneTable table = SwimlaneReader.read(capture.resolve("chip_swimlane_records.json"), findings)
                    .orElseThrow();
            assertThat(table.aicore().size()).as(plan.toString()).isEqualTo(runs);
        }
        if (plan.flags().records(PmuChannel.CHANNEL)) {
            assertThat(PmuReader.read(capture.resolve("pmu.csv"), findings)
                            .orElseThrow()
                            .size())
                    .as(plan.toString())
                    .isEqualTo(runs);
        }
        if (plan.flags().records(DepsChannel.CHANNEL)) {
            assertThat(DepsReader.read(capture.resolve("deps.json"), findings)
                            .orElseThrow()
                            .taskCount())
                    .as(plan.toString())
                    .isEqualTo(program.submitted());
        }
        assertThat(findings.kept()).as(plan.toString()).isEmpty();
    }
}
