package io.tidemark.checks.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.OnFull;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeSample;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.scope.ScopePools;
import io.tidemark.collector.scope.ScopeSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scope samples from the orchestrator to the file. */
class ScopeRecordingTest {
    private static final Kernel NOOP = Kernel.aiv(0, "noop", context -> {});

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static ScopeTable export(RecordedRun run, Verdict.Kind verdict) throws IOException {
        ChannelResult result = new ScopeSink(run.session()).finish(run.evidence());
        assertThat(result.verdict().kind()).as(result.verdict().line()).isEqualTo(verdict);
        Findings findings = new Findings();
        ScopeTable table =
                ScopeReader.read(result.file().orElseThrow(), findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        return table;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void vectorGivesTheSamplesOfTheCapturedFile(boolean shadow) throws Exception {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        Options options = Options.scope(ScopePools.tiny(1))
                .withShadow(shadow)
                .withSerial() // nothing completes early, so every edge takes its node
                .withRings(RingSizes.defaults());
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            assertThat(run.run(vector.orchestration(), vector.hostTensors()).isOk())
                    .isTrue();
            Path file = directory.resolve("scope_stats.jsonl");
            ScopeWriter.write(file, export(run, Verdict.Kind.COMPLETE));
            String written = Files.readString(file);
            String site =
                    written.lines().skip(2).findFirst().orElseThrow().replaceAll(".*\"site\": \"([^\"]*)\".*", "$1");
            assertThat(site).matches("VectorWorkload\\.java:[1-9][0-9]*");
            try (var captured = getClass().getResourceAsStream("vector_scope_stats.jsonl")) {
                String expected = new String(captured.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(written.replace(site, "SITE")).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "3, true", "512, false"})
    void everyScopeHasItsTwoSamplesNestedLikeBrackets(int recordsPerBuffer, boolean shadow) throws Exception {
        try (RecordedRun run = RecordedRun.open(
                directory, Options.scope(ScopePools.tiny(recordsPerBuffer)).withShadow(shadow))) {
            run.run(graph -> nest(graph, 0, 200), List.of());
            ScopeTable table = export(run, Verdict.Kind.COMPLETE);
            Deque<ScopeSample> open = new ArrayDeque<>();
            int scopes = 0;
            for (int row = 0; row < table.size(); row++) {
                ScopeSample sample = table.sample(row);
                assertThat(sample.ring()).isEqualTo(Math.min(sample.depth(), 3));
                assertThat(sample.taskStart()).isLessThanOrEqualTo(sample.taskEnd());
                assertThat(sample.heapStartBytes()).isLessThanOrEqualTo(sample.heapEndBytes());
                assertThat(sample.depPoolStart()).isLessThanOrEqualTo(sample.depPoolEnd());
                if (sample.isBegin()) {
                    assertThat(sample.depth()).isEqualTo(open.size());
                    open.push(sample);
                    scopes++;
                } else {
                    ScopeSample begin = open.pop();
                    assertThat(sample.depth()).isEqualTo(begin.depth());
                    assertThat(sample.site()).isEqualTo(begin.site());
                }
            }
            assertThat(open).isEmpty();
            assertThat(scopes).isEqualTo(1 + 200 + 200 * 5);
            assertThat(table.header().total()).isEqualTo(2L * scopes);
            assertThat(table.header().dropped()).isZero();
        }
    }

    /** Scopes six deep; the inner ones are opened by recursion, hence at one place. */
    private static void nest(TaskGraph graph, int depth, int times) {
        for (int i = 0; i < times; i++) {
            try (Scope _ = graph.scope()) {
                graph.task(NOOP).out(TensorSpec.of(DType.FLOAT32, 100)).submit();
                if (depth < 5) {
                    nest(graph, depth + 1, 1);
                }
            }
        }
    }

    @Test
    void sitesAreTheLinesThatOpenScopesAndEachIsNamedOnce() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.scope(ScopePools.DEFAULT))) {
            List<Integer> lines = new ArrayList<>();
            run.run(
                    graph -> {
                        for (int i = 0; i < 50; i++) {
                            lines.add(line() + 1);
                            try (Scope _ = graph.scope()) {
                                lines.add(line() + 1);
                                try (Scope _ = graph.manualScope()) {
                                    graph.task(NOOP).submit();
                                }
                            }
                        }
                    },
                    List.of());
            ScopeTable table = export(run, Verdict.Kind.COMPLETE);
            List<Integer> found = new ArrayList<>();
            for (int row = 0; row < table.size(); row++) {
                if (table.depth(row) > 0 && table.isBegin(row)) {
                    String[] site = table.site(row).split(":");
                    assertThat(site[0]).isEqualTo("ScopeRecordingTest.java");
                    found.add(Integer.parseInt(site[1]));
                }
            }
            assertThat(found).isEqualTo(lines);
            assertThat(table.site(0)).isEqualTo("(unknown):0");
        }
    }

    /** Their bytes are the same: only the line tells them apart. */
    private static int oneTwin(TaskGraph graph) {
        try (Scope _ = graph.scope()) {
            return line() - 1;
        }
    }

    private static int otherTwin(TaskGraph graph) {
        try (Scope _ = graph.scope()) {
            return line() - 1;
        }
    }

    @Test
    void callsAtTheSameInstructionOfTwoMethodsAreTwoSites() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.scope(ScopePools.DEFAULT))) {
            List<String> called = new ArrayList<>();
            run.run(
                    graph -> {
                        for (int i = 0; i < 10; i++) {
                            int line = i % 3 == 0 ? oneTwin(graph) : otherTwin(graph);
                            called.add("ScopeRecordingTest.java:" + line);
                        }
                    },
                    List.of());
            ScopeTable table = export(run, Verdict.Kind.COMPLETE);
            List<String> found = new ArrayList<>();
            for (int row = 0; row < table.size(); row++) {
                if (table.depth(row) > 0 && table.isBegin(row)) {
                    found.add(table.site(row));
                }
            }
            assertThat(found).isEqualTo(called);
            assertThat(Set.copyOf(found)).hasSize(2);
        }
    }

    @Test
    void scopesOfAGraphThatIsReplayedHaveTheLinesOfItsBody() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.scope(ScopePools.DEFAULT))) {
            List<String> called = new ArrayList<>();
            run.run(
                    graph -> {
                        for (int i = 0; i < 3; i++) {
                            graph.submitGraph("twice", (body, _) -> {
                                called.add("ScopeRecordingTest.java:" + oneTwin(body));
                                called.add("ScopeRecordingTest.java:" + otherTwin(body));
                            });
                        }
                    },
                    List.of());
            ScopeTable table = export(run, Verdict.Kind.COMPLETE);
            List<String> found = new ArrayList<>();
            for (int row = 0; row < table.size(); row++) {
                if (table.depth(row) > 0 && table.isBegin(row)) {
                    found.add(table.site(row));
                }
            }
            assertThat(called).hasSize(2); // the body ran once
            assertThat(found).hasSize(6);
            for (int i = 0; i < 6; i++) {
                assertThat(found.get(i)).isEqualTo(called.get(i % 2));
            }
        }
    }

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
    }

    @Test
    void aFailureIsLatchedAndWhatCameBeforeItIsKept() throws Exception {
        RingSizes rings =
                RingSizes.defaults().withTaskWindow(8).withHeapBytes(1 << 16).withDependencyPool(64);
        try (RecordedRun run =
                RecordedRun.open(directory, Options.scope(ScopePools.tiny(4)).withRings(rings))) {
            run.run(
                    graph -> {
                        for (int i = 0; i < 3; i++) {
                            try (Scope _ = graph.scope()) {
                                graph.task(NOOP).submit();
                            }
                        }
                        try (Scope _ = graph.scope()) {
                            for (int i = 0; i < 20; i++) {
                                graph.task(NOOP).submit();
                            }
                        }
                        try (Scope _ = graph.scope()) {
                            graph.task(NOOP).submit();
                        }
                    },
                    List.of());
            assertThat(run.result().errorName()).isEqualTo("SCOPE_DEADLOCK");
            ScopeTable table = export(run, Verdict.Kind.COMPLETE);
            assertThat(table.header().fatal()).isTrue();
            assertThat(table.header().taskWindowMax()).containsExactly(8L, 8L, 8L, 8L);
            assertThat(table.size()).isEqualTo(2 * (1 + 3 + 1));
            ScopeSample filled = table.sample(table.size() - 2);
            assertThat(filled.depth()).isEqualTo(1);
            assertThat(filled.taskEnd() - filled.taskStart())
                    .as("the window is full")
                    .isEqualTo(7);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatATinyRingDropsIsCounted(boolean shadow) throws Exception {
        try (RecordedRun run = RecordedRun.open(
                directory,
                Options.scope(ScopePools.tiny(1)).withOnFull(OnFull.DROP).withShadow(shadow))) {
            run.run(
                    graph -> {
                        for (int i = 0; i < 20_000; i++) {
                            try (Scope _ = graph.scope()) {
                                graph.hasFailed();
                            }
                        }
                    },
                    List.of());
            ScopeTable table = export(run, Verdict.Kind.GAPS);
            assertThat(table.header().total()).isEqualTo(40_002);
            assertThat(table.size() + table.header().dropped()).isEqualTo(40_002);
        }
    }

    @Test
    void nothingOfARunReachesTheNextOneOfTheSameWorker() throws Exception {
        Options options = Options.scope(ScopePools.DEFAULT);
        try (ChipWorker worker = RecordedRun.worker(options)) {
            for (int round : new int[] {0, 1, 2}) {
                Path own = Files.createDirectory(directory.resolve("round" + round));
                try (RecordedRun run = RecordedRun.open(own, options)) {
                    run.run(worker, graph -> nest(graph, 0, 10 + round), List.of());
                    ScopeTable table = export(run, Verdict.Kind.COMPLETE);
                    assertThat(table.size()).isEqualTo(2 * (1 + 6 * (10 + round)));
                    assertThat(table.heapEndBytes(0)).isZero();
                    assertThat(table.taskEnd(0)).isZero();
                }
            }
        }
    }
}
