package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.EraSamples.Parts;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class SwimlaneEraTest {
    private static final Parts FIRST = new Parts(false, true, false, false, true);
    private static final Parts EARLY = new Parts(false, true, true, false, true);
    private static final Parts SPRING = new Parts(true, false, true, false, true);
    private static final Parts PLAIN = new Parts(true, false, true, false, false);
    private static final Parts ZEROS = new Parts(true, false, true, true, false);
    private static final Parts BARE = new Parts(false, false, false, false, false);

    @TempDir
    private Path directory;

    /** What a sample must be taken for. */
    private record Sample(String name, String file, String text, SwimlaneEra era, int level, boolean stamped) {}

    private static List<Sample> samples() {
        String phases = EraSamples.MICROSECOND_PHASES;
        String all = phases + EraSamples.MICROSECOND_SUBMITS;
        return List.of(
                micro("A1", "perf_swimlane_20260211_101500.json", 1, FIRST, "", 'A', 1, false),
                micro("A2 plain", "perf_swimlane_20260305_101500.json", 1, EARLY, "", 'A', 2, true),
                micro(
                        "A2 phases",
                        "perf_swimlane_20260310_101500.json",
                        2,
                        EARLY,
                        phases + EraSamples.SUMMARY,
                        'A',
                        4,
                        true),
                micro("A3", "l2_perf_records_20260424_101500.json", 2, SPRING, all, 'A', 4, true),
                micro("A4", "l2_perf_records.json", 1, SPRING, "", 'A', 2, true),
                micro("B4", "l2_perf_records.json", 4, PLAIN, all, 'B', 4, true),
                micro("B3", "l2_perf_records.json", 3, PLAIN, phases, 'B', 3, true),
                micro("B2", "l2_perf_records.json", 2, PLAIN, "", 'B', 2, true),
                micro("B1", "l2_perf_records.json", 1, ZEROS, "", 'B', 1, false),
                keyed("C", "l2_perf_records.json", "", all, SwimlaneEra.C, 4),
                keyed("D", "l2_perf_records.json", "l2_perf_level", all, SwimlaneEra.D, 4),
                keyed("E", "l2_swimlane_records.json", "l2_swimlane_level", all, SwimlaneEra.E, 4),
                raw("F early", "l2_swimlane_records.json", "l2_swimlane_level", 4, false, false),
                raw("F June", "l2_swimlane_records.json", "l2_swimlane_level", 3, false, true),
                raw("F July", "l2_swimlane_records.json", "l2_swimlane_level", 2, true, false),
                raw("G4", "chip_swimlane_records.json", "chip_swimlane_level", 4, true, false),
                raw("G1", "chip_swimlane_records.json", "chip_swimlane_level", 1, true, false),
                micro("proposal", "l2_perf_records.json", 0, BARE, "", 'P', 1, false));
    }

    private static Sample micro(
            String name, String file, int version, Parts parts, String tail, char era, int level, boolean stamped) {
        SwimlaneEra expected =
                switch (era) {
                    case 'A' -> SwimlaneEra.A;
                    case 'B' -> SwimlaneEra.B;
                    default -> SwimlaneEra.PROPOSAL;
                };
        String text = EraSamples.microseconds("  \"version\": " + version + ",\n", parts, tail);
        return new Sample(name, file, text, expected, level, stamped);
    }

    private static Sample keyed(String name, String file, String key, String tail, SwimlaneEra era, int level) {
        String head = key.isEmpty() ? "" : "  \"" + key + "\": " + level + ",\n";
        return new Sample(name, file, EraSamples.microseconds(head, PLAIN, tail), era, level, true);
    }

    private static Sample raw(String name, String file, String key, int level, boolean six, boolean local) {
        SwimlaneEra era = key.startsWith("chip") ? SwimlaneEra.G : SwimlaneEra.F;
        return new Sample(name, file, EraSamples.ticks(key, level, six, local), era, level, level >= 2);
    }

    @TestFactory
    Stream<DynamicTest> everyEraGivesTheSameJoinedTasks() {
        return samples().stream().map(sample -> DynamicTest.dynamicTest(sample.name(), () -> check(sample)));
    }

    private void check(Sample sample) throws IOException {
        Findings findings = new Findings();
        Path file = TestCaptures.file(directory, sample.file(), sample.text());
        SwimlaneTable table = SwimlaneReader.read(file, findings).orElseThrow();
        assertThat(findings.count(Finding.Severity.LOSS))
                .as(findings.kept().toString())
                .isZero();
        assertThat(findings.count(Finding.Severity.DAMAGE)).isZero();
        assertThat(table.era()).isEqualTo(sample.era());
        assertThat(table.level()).isEqualTo(sample.level());
        assertThat(joined(table)).isEqualTo(expected(sample.stamped()));
        if (sample.level() >= 3) {
            assertThat(table.schedulerPhases().laneCount()).isEqualTo(2);
            assertThat(table.schedulerPhases().kind(0)).isEqualTo(SchedPhaseKind.DISPATCH);
            assertThat(table.schedulerPhases().popMisses(0)).isEqualTo(4);
            assertThat(table.schedulerPhases().hasPops(1)).isFalse();
        }
        if (sample.level() == 4) {
            assertThat(table.orchestratorSubmits().size()).isEqualTo(2);
            assertThat(table.orchestratorSubmits().laneCount()).isEqualTo(1);
        }
    }

    /** Distances to the first start: the zero of time differs between eras, the runs do not. */
    private static List<String> joined(SwimlaneTable table) {
        KernelRuns tasks =
                CaptureModel.of(table, Optional.empty(), NameMap.EMPTY).runs();
        long zero = tasks.start(0);
        List<String> lines = new ArrayList<>();
        for (int task = 0; task < tasks.size(); task++) {
            String stamps = tasks.hasDispatch(task)
                    ? line((tasks.dispatch(task) - zero) / 1000.0, (tasks.finish(task) - zero) / 1000.0)
                    : "unstamped";
            lines.add(tasks.taskId(task)
                    + " core "
                    + tasks.core(task)
                    + " "
                    + tasks.coreType(task).word()
                    + " "
                    + line((tasks.start(task) - zero) / 1000.0, (tasks.end(task) - zero) / 1000.0)
                    + stamps);
        }
        return lines;
    }

    private static List<String> expected(boolean stamped) {
        return EraSamples.RUNS.stream()
                .map(run -> run.task()
                        + " core "
                        + run.core()
                        + " "
                        + run.type()
                        + " "
                        + line(run.start() - 0.5, run.end() - 0.5)
                        + (stamped ? line(run.dispatch() - 0.5, run.finish() - 0.5) : "unstamped"))
                .toList();
    }

    private static String line(double first, double second) {
        return String.format(Locale.ROOT, "%.3f %.3f ", first, second);
    }

    @Test
    void functionsAndSuccessorsOfOldFilesAreKept() throws IOException {
        Path file = TestCaptures.file(
                directory, "l2_perf_records.json", EraSamples.microseconds("  \"version\": 1,\n", SPRING, ""));
        SwimlaneTable table = SwimlaneReader.read(file, new Findings()).orElseThrow();
        assertThat(table.aicore().functionId(0)).isEqualTo(3);
        EmbeddedFanout fanout = table.fanout().orElseThrow();
        assertThat(fanout.end(0) - fanout.begin(0)).isEqualTo(1);
        assertThat(fanout.successor(fanout.begin(0))).isEqualTo(4294967297L);
        assertThat(fanout.begin(2)).isEqualTo(fanout.end(2));
        DependencyGraph graph = StoredCapture.open(directory).dependencies().orElseThrow(); // no deps.json there
        assertThat(graph.taskCount()).isEqualTo(2);
        assertThat(graph.edges().size()).isEqualTo(1);
        assertThat(graph.taskId(graph.edges().successor(0))).isEqualTo(4294967297L);
        assertThat(graph.kernel(0, 0)).isEqualTo(3);
        assertThat(graph.kernel(1, 1)).isZero();
    }

    @Test
    void theOrchestratorSummaryOfEraAIsKept() throws IOException {
        String text = EraSamples.microseconds(
                "  \"version\": 2,\n", EARLY, EraSamples.MICROSECOND_PHASES + EraSamples.SUMMARY);
        Path file = TestCaptures.file(directory, "perf_swimlane_20260310_101500.json", text);
        SwimlaneTable table = SwimlaneReader.read(file, new Findings()).orElseThrow();
        OrchestratorSummary summary = table.orchestratorSummary().orElseThrow();
        assertThat(summary.submitCount()).isEqualTo(2);
        assertThat(summary.nanosByPhase()).containsEntry("alloc", 120L);
        assertThat(table.orchestratorSubmits().phase(1)).isEqualTo("orch_fanin");
    }

    @Test
    void unknownKeysAndPhasesAreKeptAndSaid() throws IOException {
        String text = EraSamples.ticks("chip_swimlane_level", 3, true, false)
                .replace("\"num_cores\"", "\"new_key\": {\"a\": [1]}, \"num_cores\"")
                .replace("\"complete\"", "\"warp\"");
        Findings findings = new Findings();
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", text);
        SwimlaneTable table = SwimlaneReader.read(file, findings).orElseThrow();
        assertThat(table.schedulerPhases().kind(1)).isEqualTo(SchedPhaseKind.OTHER);
        assertThat(table.schedulerPhases().kindName(1)).isEqualTo("warp");
        assertThat(findings.kept())
                .extracting(Finding::toString)
                .anyMatch(line -> line.contains("unknown key 'new_key' in metadata"))
                .anyMatch(line -> line.contains("kind not known here"));
    }

    @Test
    void aBadRowIsSkippedWithItsPositionAndTheRestIsRead() throws IOException {
        String text = EraSamples.ticks("chip_swimlane_level", 2, true, false)
                .replace("    [1, 4294967297, 18,", "    [1, 4294967297, 99999999999,")
                .replace("    [2, 19,", "    [2, NaN,");
        Findings findings = new Findings();
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", text);
        SwimlaneTable table = SwimlaneReader.read(file, findings).orElseThrow();
        assertThat(table.aicore().size()).isEqualTo(2);
        assertThat(table.aicpu().size()).isEqualTo(2);
        assertThat(findings.kept())
                .extracting(Finding::toString)
                .anyMatch(line -> line.matches(".*at byte \\d+: number out of range; AICore row.*"))
                .anyMatch(line -> line.matches(".*at byte \\d+: expected a whole number.*"));
    }

    @Test
    void whatIsNoSwimlaneFileIsRefusedInOneLine() throws IOException {
        assertRefused("[1, 2]", "expected an object");
        assertRefused("{\"traceEvents\": []}", "no swimlane file of any era");
        assertRefused("{\"chip_swimlane_level\": 2, \"aicore_tasks\": []}", "clock frequency");
        assertRefused("", "the text ends");
    }

    private void assertRefused(String text, String reason) throws IOException {
        Findings findings = new Findings();
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", text);
        assertThat(SwimlaneReader.read(file, findings)).isEmpty();
        assertThat(findings.kept()).extracting(Finding::toString).anyMatch(line -> line.contains(reason));
    }
}
