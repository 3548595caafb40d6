package io.tidemark.checks.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.deps.DepsSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.runtime.replay.DependencyReplay;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference case of dependency capture: five tasks, six edges, each with its reason. */
class DepsVectorTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void vectorGivesItsFiveTasksAndSixEdges(boolean shadow) throws Exception {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        Options options = Options.deps(DepsPools.tiny(7)).withShadow(shadow);
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            assertThat(run.run(vector.orchestration(), vector.hostTensors()).isOk())
                    .isTrue();
            ChannelResult result = new DepsSink(run.session(), DependencyReplay::new)
                    .finish(RunEvidence.counted(-1, run.result().submitted(), -1));
            assertThat(result.verdict().kind()).as(result.verdict().line()).isEqualTo(Verdict.Kind.COMPLETE);
            Path file = result.file().orElseThrow();
            check(file);
            Path text = directory.resolve("deps.json");
            DepsWriter.write(
                    text, DepsReader.readWithDetail(file, new Findings()).orElseThrow());
            assertThat(Files.readString(text)).doesNotContain("partial", "untrusted", "allocs");
            check(text);
        }
    }

    private static void check(Path file) {
        Findings findings = new Findings();
        DependencyGraph graph = DepsReader.readWithDetail(file, findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        List<String> tasks = new ArrayList<>();
        for (int task = 0; task < graph.taskCount(); task++) {
            tasks.add("%s kernel %d blocks %d manual %s"
                    .formatted(
                            name(graph.taskId(task)),
                            graph.kernel(task, 1),
                            graph.blockCount(task),
                            graph.isManualScope(task)));
        }
        assertThat(tasks)
                .containsExactly(
                        "(0,0) kernel 0 blocks 1 manual false",
                        "(1,0) kernel 1 blocks 1 manual false",
                        "(1,1) kernel 1 blocks 1 manual false",
                        "(1,2) kernel 2 blocks 1 manual false",
                        "(1,3) kernel 0 blocks 1 manual false");
        List<String> lines = new ArrayList<>();
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            lines.add("%s -> %s arg %d %s wait %s retain %s"
                    .formatted(
                            name(graph.taskId(edges.predecessor(edge))),
                            name(graph.taskId(edges.successor(edge))),
                            edges.argument(edge),
                            edges.source(edge).word(),
                            edges.waits(edge),
                            edges.retains(edge)));
        }
        assertThat(lines)
                .containsExactly(
                        "(0,0) -> (1,0) arg 0 creator wait true retain true",
                        "(0,0) -> (1,1) arg 0 creator wait true retain true",
                        "(1,0) -> (1,2) arg 0 creator wait true retain true",
                        "(1,1) -> (1,2) arg 1 creator wait true retain true",
                        "(1,2) -> (1,3) arg 0 creator wait true retain true",
                        "(0,0) -> (1,3) arg 1 creator wait true retain true");
        assertThat(graph.detail().orElseThrow().tensorCount()).isEqualTo(7);
    }

    private static String name(long taskId) {
        return "(%d,%d)".formatted(taskId >>> 32, (int) taskId);
    }
}
