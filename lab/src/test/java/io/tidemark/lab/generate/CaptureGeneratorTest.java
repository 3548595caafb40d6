package io.tidemark.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Verdict.Kind;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureGeneratorTest {
    @TempDir
    private Path directory;

    @Test
    void equalOptionsGiveEqualBytesAndOtherSeedsOthers() throws IOException {
        GeneratorOptions options = GeneratorOptions.of(500, 7).withArgsDump();
        CaptureGenerator.generate(options, directory.resolve("a"));
        CaptureGenerator.generate(options, directory.resolve("b"));
        CaptureGenerator.generate(GeneratorOptions.of(500, 8), directory.resolve("c"));
        for (String name : new String[] {"chip_swimlane_records.json", "deps.json", "args_dump/args.bin"}) {
            assertThat(Files.mismatch(
                            directory.resolve("a").resolve(name),
                            directory.resolve("b").resolve(name)))
                    .isEqualTo(-1L);
        }
        assertThat(Files.mismatch(directory.resolve("a/deps.json"), directory.resolve("c/deps.json")))
                .isNotEqualTo(-1L);
    }

    @Test
    void generatedCapturesOfAnySizeObeyTheRulesOfRealOnes() {
        Seeds.each(6, seed -> {
            try {
                int tasks = 1 + Seeds.random(seed).nextInt(3000);
                Path capture = directory.resolve("seed" + seed);
                GeneratorOptions options = GeneratorOptions.of(tasks, seed).withArgsDump();
                var summary = CaptureGenerator.generate(options, capture);
                assertThat(summary.tasks()).isEqualTo(tasks);
                checkRules(StoredCapture.open(capture), summary);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    /**
     * Subtasks seen by different schedulers at different times are rare; a large graph has some.
     */
    @Test
    void noConsumerIsDispatchedBeforeTheLastSchedulerSawItsProducer() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(40_000, 1), directory.resolve("large"));
        StoredCapture capture = StoredCapture.open(directory.resolve("large"));
        checkCausality(capture.model().runs(), capture.dependencies().orElseThrow());
    }

    private static void checkRules(StoredCapture capture, CaptureGenerator.Summary summary) {
        assertThat(capture.verdict().kind()).as(capture.verdict().line()).isEqualTo(Kind.COMPLETE);
        assertThat(capture.findings().isEmpty())
                .as(capture.findings().kept().toString())
                .isTrue();
        SwimlaneTable table = capture.swimlane().orElseThrow();
        DependencyGraph graph = capture.dependencies().orElseThrow();
        KernelRuns tasks = capture.model().runs();
        assertThat(tasks.size()).isEqualTo(summary.coreRuns());
        assertThat(graph.taskCount()).isEqualTo(summary.tasks());
        assertThat(TopologicalOrder.of(graph.links()).hasCycle()).isFalse();
        checkCausality(tasks, graph);
        checkLanes(table.schedulerPhases());
    }

    /** No run starts before every run of its predecessors was seen to finish. */
    private static void checkCausality(KernelRuns tasks, DependencyGraph graph) {
        Map<Long, Long> finished = new HashMap<>();
        Map<Long, Long> dispatched = new HashMap<>();
        for (int task = 0; task < tasks.size(); task++) {
            assertThat(tasks.dispatch(task)).isLessThan(tasks.receive(task));
            assertThat(tasks.receive(task)).isLessThan(tasks.start(task));
            assertThat(tasks.start(task)).isLessThan(tasks.end(task));
            assertThat(tasks.end(task)).isLessThan(tasks.finish(task));
            finished.merge(tasks.taskId(task), tasks.finish(task), Math::max);
            dispatched.merge(tasks.taskId(task), tasks.dispatch(task), Math::min);
        }
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            Long end = finished.get(graph.taskId(edges.predecessor(edge)));
            Long begin = dispatched.get(graph.taskId(edges.successor(edge)));
            if (end != null && begin != null) {
                assertThat(begin).isGreaterThanOrEqualTo(end);
            }
        }
    }

    private static void checkLanes(SchedulerPhases phases) {
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            long free = 0;
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                if (phases.kind(row).placement() == SchedPhaseKind.Placement.OUTER) {
                    assertThat(phases.startTick(row)).isGreaterThanOrEqualTo(free);
                    free = phases.endTick(row);
                }
                assertThat(phases.endTick(row)).isGreaterThanOrEqualTo(phases.startTick(row));
            }
        }
    }

    @Test
    void everyKindOfNodeAndPhaseOccurs() throws IOException {
        CaptureGenerator.generate(5000, 3, directory);
        StoredCapture capture = StoredCapture.open(directory);
        DependencyGraph graph = capture.dependencies().orElseThrow();
        Map<NodeKind, Integer> kinds = new EnumMap<>(NodeKind.class);
        int spmd = 0;
        int mix = 0;
        for (int node = 0; node < graph.nodeCount(); node++) {
            kinds.merge(graph.kind(node), 1, Integer::sum);
            spmd += graph.blockCount(node) > 1 ? 1 : 0;
            mix += graph.kernel(node, 0) >= 0 && graph.kernel(node, 1) >= 0 ? 1 : 0;
        }
        assertThat(kinds).containsOnlyKeys(NodeKind.values());
        assertThat(spmd).isGreaterThan(100);
        assertThat(mix).isGreaterThan(100);
        assertThat(graph.edges().size()).isBetween(12_000, 18_000);
        SchedulerPhases phases = capture.swimlane().orElseThrow().schedulerPhases();
        assertThat(IntStream.range(0, phases.size()).mapToObj(phases::kind))
                .contains(
                        SchedPhaseKind.COMPLETE,
                        SchedPhaseKind.DISPATCH,
                        SchedPhaseKind.RESOLVE,
                        SchedPhaseKind.DUMMY_TASK,
                        SchedPhaseKind.PREDICATED_SKIP);
    }

    @Test
    void readingAheadGivesWhatReadingOneByOneGives() throws IOException {
        CaptureGenerator.generate(300, 21, directory);
        Files.writeString(
                directory.resolve("deps.json"),
                Files.readString(directory.resolve("deps.json")).replaceFirst("\"succ\"", "\"x\""));
        StoredCapture ahead = StoredCapture.open(directory);
        ahead.readAhead(Set.of(SwimlaneChannel.CHANNEL, DepsChannel.CHANNEL));
        StoredCapture plain = StoredCapture.open(directory);
        assertThat(ahead.swimlane().orElseThrow().aicore().size())
                .isEqualTo(plain.swimlane().orElseThrow().aicore().size());
        assertThat(ahead.dependencies().orElseThrow().edges().size())
                .isEqualTo(plain.dependencies().orElseThrow().edges().size());
        assertThat(ahead.findings().kept()).isEqualTo(plain.findings().kept()).isNotEmpty();
    }

    @Test
    void everythingWrittenReadsBackAndIsWrittenTheSame() throws IOException {
        Path first = directory.resolve("first");
        Path second = Files.createDirectories(directory.resolve("second"));
        CaptureGenerator.generate(GeneratorOptions.of(800, 11).withArgsDump().withHostileNames(), first);
        CaptureDirectory found = CaptureFinder.at(first);
        StoredCapture capture = StoredCapture.open(found);
        assertThat(capture.names().name(0))
                .hasValueSatisfying(name -> assertThat(name).contains("<script>"));
        SwimlaneWriter.write(
                second.resolve(SwimlaneWriter.FILE_NAME), capture.swimlane().orElseThrow());
        DepsWriter.write(
                second.resolve(DepsWriter.FILE_NAME),
                capture.dependenciesWithDetail().orElseThrow());
        NameMapWriter.write(second.resolve("name_map_generated.json"), capture.names());
        ScopeWriter.write(
                Files.createDirectories(second.resolve("scope_stats")).resolve("scope_stats.jsonl"),
                capture.scopes().orElseThrow());
        ArgsWriter.write(
                Files.createDirectories(second.resolve("args_dump")).resolve("args_dump.json"),
                capture.args().orElseThrow());
        try (Stream<Path> files = Files.walk(second).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                Path original = first.resolve(second.relativize(file).toString());
                assertThat(Files.mismatch(original, file))
                        .as(original.toString())
                        .isEqualTo(-1L);
            }
        }
    }
}
