package io.tidemark.analysis.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Generated;
import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.compat.CompatCriticalPath;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the default analysis promises, on known cases and on generated captures of many shapes. */
class CriticalPathTest {
    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 24);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void computeAndStallTileTheMakespanAndEveryStallIsExplained(long seed) {
        int tasks = 1 + new Random(seed).nextInt(600);
        StoredCapture capture = Generated.capture(directory, tasks, seed);
        CriticalPathReport report = CriticalPath.of("seed " + seed, capture.model());
        assertThat(report.compute() + report.stall()).isEqualTo(report.makespan());
        for (PathStep step : report.steps()) {
            assertThat(step.submit() + step.scheduler() + step.pickup() + step.unknown())
                    .as("seed %d %s", seed, step)
                    .isEqualTo(step.stall());
            assertThat(step.submit()).isNotNegative();
            assertThat(step.scheduler()).isNotNegative();
            assertThat(step.pickup()).isNotNegative();
        }
        assertThat(report.sum(PathStep::unknown)).isZero();
        assertThat(report.staticLength()).isLessThanOrEqualTo(report.makespan());
        assertThat(report.cycle()).isEmpty();
    }

    @Test
    void aStepWithoutStallHasNoLinkInJson() {
        long stalled = 0;
        long others = 0;
        StringWriter text = new StringWriter();
        for (OracleCase oracle :
                OracleCase.all().filter(o -> o.swimlane().isPresent()).toList()) {
            CriticalPathReport report = CriticalPath.of("case", oracle.model());
            stalled += report.steps().stream().filter(step -> step.stall() > 0).count();
            others += report.steps().stream().filter(step -> step.stall() == 0).count();
            JsonWriter json = new JsonWriter(text).beginObject();
            CriticalPathSections.of(report, 0, "").write(json);
            json.endObject();
        }
        assertThat(stalled).isPositive();
        assertThat(others).isPositive();
        assertThat(text.toString().split("\"link\":", -1)).hasSize((int) stalled + 1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void staticPathIsTheLongestChainOfAnObviousModel(long seed) {
        int tasks = 1 + new Random(seed).nextInt(150);
        StoredCapture capture = Generated.capture(directory, tasks, seed);
        CaptureModel run = capture.model();
        CriticalPathReport report = CriticalPath.of("seed " + seed, run);
        Model model = new Model(run);
        long longest = 0;
        for (int unit = 0; unit < run.tasks().size(); unit++) {
            longest = Math.max(longest, model.chainTo(unit));
        }
        assertThat(report.staticLength()).as("seed %d", seed).isEqualTo(longest);
    }

    /**
     * Longest chain by recursion over all predecessors the run waited for, tasks without rows
     * taking no time.
     */
    private static final class Model {
        private final CaptureModel run;
        private final Readiness readiness;
        private final Map<Integer, Long> known = new HashMap<>();

        Model(CaptureModel run) {
            this.run = run;
            this.readiness = run.readiness();
        }

        long chainTo(int unit) {
            Long answer = known.get(unit);
            if (answer != null) {
                return answer;
            }
            long before = 0;
            if (run.tasks().isNode(unit)) {
                var graph = run.graph();
                for (int at = graph.firstPredecessor(unit); at < graph.endPredecessor(unit); at++) {
                    int producer = graph.predecessor(at);
                    if (isKept(producer, unit)) {
                        before = Math.max(before, chainTo(producer));
                    }
                }
            }
            long chain = before + duration(unit);
            known.put(unit, chain);
            return chain;
        }

        /**
         * Stamps of producer and consumer may be two ticks of 20 ns apart in the wrong direction.
         */
        private boolean isKept(int producer, int consumer) {
            return !run.tasks().hasRuns(consumer) || readiness.completion(producer) <= start(consumer) + 40;
        }

        private long start(int unit) {
            long start = Long.MAX_VALUE;
            int first = run.tasks().firstRun(unit);
            for (int row = first; row < first + run.tasks().runCount(unit); row++) {
                start = Math.min(start, run.runs().start(row));
            }
            return start;
        }

        private long duration(int unit) {
            long start = start(unit);
            long end = Long.MIN_VALUE;
            int first = run.tasks().firstRun(unit);
            for (int row = first; row < first + run.tasks().runCount(unit); row++) {
                end = Math.max(end, run.runs().end(row));
            }
            return run.tasks().hasRuns(unit) ? end - start : 0;
        }
    }

    @Test
    void aDummyKeepsTheGraphConnected() {
        CriticalPathReport report =
                CriticalPath.of("chain", OracleCase.of("findings-dummy_chain").model());
        assertThat(report.micros(report.makespan())).isEqualTo(23.0);
        assertThat(report.micros(report.staticLength())).isEqualTo(20.0);
        assertThat(report.staticPath()).hasSize(2);
        assertThat(report.steps()).extracting(PathStep::name).containsExactly("A", "B");
    }

    @Test
    void aRunLimitedByTheOrchestratorWaitsForSubmits() {
        CriticalPathReport report =
                CriticalPath.of("orch", OracleCase.of("findings-orch_bound").model());
        assertThat(report.percent(report.sum(PathStep::submit))).isBetween(27.0, 29.0);
        assertThat(report.percent(report.sum(PathStep::scheduler))).isLessThan(1.0);
    }

    @Test
    void aCycleIsReportedAndLeftOut() {
        CriticalPathReport report =
                CriticalPath.of("cycle", OracleCase.of("edge-cycle").model());
        CriticalPathReport plain =
                CriticalPath.of("base", OracleCase.of("edge-base").model());
        assertThat(report.cycle()).containsExactlyInAnyOrder("t7", "t10");
        assertThat(report.staticLength()).isEqualTo(plain.staticLength());
    }

    @Test
    void aGraphThatIsOneBigCycleStillHasAPath() {
        SwimlaneTable table = OracleCase.of("tiny-l4").swimlane().orElseThrow();
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        for (long id = 0; id <= 21; id++) {
            builder.addTask(id, false, false, 1);
        }
        for (long id = 0; id <= 21; id++) {
            builder.addEdge(id, (id + 1) % 22, 0, EdgeSource.EXPLICIT);
        }
        DependencyGraph ring = builder.build();
        CriticalPathReport report = CriticalPath.of("ring", CaptureModel.of(table, Optional.of(ring), NameMap.EMPTY));
        assertThat(report.cycle()).hasSize(22);
        assertThat(report.compute() + report.stall()).isEqualTo(report.makespan());
        assertThat(CompatCriticalPath.of("ring", table, ring, NameMap.EMPTY).steps())
                .isNotEmpty();
    }

    @Test
    void aCaptureWithoutDependenciesOrDispatchSaysWhatItCannotKnow() {
        CriticalPathReport report =
                CriticalPath.of("level 1", OracleCase.of("edge-level1_no_deps").model());
        assertThat(report.notes()).hasSize(2);
        assertThat(report.sum(PathStep::unknown)).isEqualTo(report.stall());
        assertThat(report.staticPath()).hasSize(1);
    }

    @Test
    void withoutAGraphStepsAreNamedByTheKernelsOfTheirRows() throws IOException {
        Path file = Files.writeString(directory.resolve("chip_swimlane_records.json"), """
                        {"chip_swimlane_level": 1,
                         "metadata": {"clock_freq_hz": 1000000000, "num_cores": 2,
                                      "core_types": ["aic", "aiv"]},
                         "aicore_tasks": [[0, 3, 1, 1000, 2000, 0], [1, 4, 1, 1500, 2500, 0],
                                          [0, 5, 2, 3000, 4000, 0], [0, 6, 3, 5000, 6000, 0]],
                         "aicore_functions": [[1, 7], [1, 8], [1, 9], [1, -1]],
                         "aicpu_tasks": []}
                        """);
        SwimlaneTable table = SwimlaneReader.read(file, new Findings()).orElseThrow();
        NameMap names = new NameMap(2, null, Map.of(7, "qk", 8, "softmax"));
        CriticalPathReport report = CriticalPath.of("level 1", CaptureModel.of(table, Optional.empty(), names));
        assertThat(report.steps()).extracting(PathStep::name).containsExactly("qk", "f9", KernelNames.UNKNOWN);
    }
}
