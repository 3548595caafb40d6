package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs of mixed tasks, blocks, dummies and predicates: what every channel says of them. */
@Timeout(300)
class ShapesRunTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "mixed:small, 36, 0, 0",
        "spmd:basic, 3, 0, 0",
        "spmd:multiblock-aiv, 188, 0, 0",
        "spmd:multiblock-mix, 282, 0, 0",
        "spmd:batch-dispatch, 288, 0, 0",
        "control:dummy-chain, 2, 1000, 0",
        "control:dummy-barrier, 3, 1, 0",
        "control:dummy-fan, 2, 18, 0",
        "control:predicate-true, 4, 0, 0",
        "control:predicate-false, 3, 0, 1",
        "control:heap-rebase, 4, 0, 0",
        "control:dep-chain, 648, 1, 0",
        "control:fanin, 128, 0, 0",
        "control:scalar-data, 4, 0, 0",
        "control:alternating, 128, 0, 0"
    })
    void everyKernelRunHasItsRowsAndEveryTaskWithoutACoreItsMarker(String name, int runs, int dummies, int skipped)
            throws IOException {
        for (String platform : List.of("a2a3sim", "a5sim")) {
            run(name, platform); // at level 0 only the result counts
            Capture capture = run(name, platform, "--chip-swimlane", "--dep-gen", "--dump-args");
            assertThat(capture.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
            SwimlaneTable table = capture.swimlane().orElseThrow();
            RowPairs pairs = RowPairs.of(table);
            assertThat(table.aicpu().size() - pairs.aicpuMisses())
                    .as("rows that pair")
                    .isEqualTo(runs);
            assertThat(table.aicore().size()).isEqualTo(runs);
            assertThat(table.aicpu().size()).isEqualTo(runs);
            assertThat(pairs.duplicateKeys()).isZero();
            assertThat(markers(table, "dummy_task")).hasSize(dummies).doesNotHaveDuplicates();
            assertThat(markers(table, "predicated_skip")).hasSize(skipped);
            assertThat(processed(table, "complete")).isEqualTo(runs);
            assertThat(processed(table, "dispatch")).isEqualTo(runs);
            assertThat(processed(table, "dummy")).isEqualTo(dummies + skipped);
            DependencyGraph graph = capture.dependencies().orElseThrow();
            long nodes = 0;
            for (int node = 0; node < graph.taskCount(); node++) {
                nodes += graph.kind(node) == NodeKind.DUMMY ? 1 : 0;
            }
            assertThat(nodes).isEqualTo(dummies);
            assertDumpedOnce(capture.args().orElseThrow());
        }
    }

    /** Each argument of a task is there once per stage, whatever the number of its runs. */
    private static void assertDumpedOnce(ArgsManifest manifest) {
        Map<String, Integer> seen = new HashMap<>();
        for (int row = 0; row < manifest.size(); row++) {
            String key = manifest.taskId(row) + " " + manifest.argIndex(row);
            seen.merge(key + " " + manifest.stage(row), 1, Integer::sum);
        }
        assertThat(seen.values()).allMatch(count -> count == 1);
    }

    @Test
    void aMixedTaskIsAttributedToEachOfItsKernels() throws IOException {
        Capture capture = run("mixed:small", "a2a3sim", "--chip-swimlane", "--dep-gen", "--dump-args");
        KernelRuns joined = capture.model().runs();
        Map<Integer, Integer> runsOfKernel = new TreeMap<>();
        for (int row = 0; row < joined.size(); row++) {
            runsOfKernel.merge(joined.kernel(row), 1, Integer::sum);
        }
        assertThat(runsOfKernel).isEqualTo(Map.of(0, 12, 1, 8, 2, 4, 3, 8, 4, 4));
        ArgsManifest manifest = capture.args().orElseThrow();
        Map<List<Integer>, Integer> outputs = new HashMap<>();
        for (int row = 0; row < manifest.size(); row++) {
            if (manifest.stage(row) == ArgumentStage.AFTER_COMPLETION) {
                outputs.merge(manifest.functionIds(row), 1, Integer::sum);
            }
        }
        assertThat(outputs)
                .isEqualTo(Map.of(
                        List.of(0, 1, 2), 12,
                        List.of(0), 4,
                        List.of(3), 4,
                        List.of(3, 4), 8,
                        List.of(0, 1), 8));
    }

    @ParameterizedTest
    @CsvSource({"mixed:small, 36", "spmd:multiblock-mix, 282", "spmd:multiblock-aiv, 188"})
    void countersCountEveryRunOfACoreForItselfAndNoTwoOverlap(String name, int runs) throws IOException {
        Capture capture = run(name, "a2a3sim", "--pmu", "--chip-swimlane");
        PmuTable counters = capture.pmu().orElseThrow();
        assertThat(counters.size()).isEqualTo(runs);
        int calls = counters.counterNames().indexOf("kernel_invocations");
        for (int row = 0; row < counters.size(); row++) {
            assertThat(counters.counter(row, calls)).isEqualTo(1);
        }
        KernelRuns joined = capture.model().runs();
        Map<Integer, List<long[]>> byCore = new HashMap<>();
        for (int row = 0; row < joined.size(); row++) {
            byCore.computeIfAbsent(joined.core(row), core -> new ArrayList<>())
                    .add(new long[] {joined.dispatch(row), joined.end(row)});
        }
        for (List<long[]> spans : byCore.values()) {
            long[][] sorted = spans.toArray(long[][]::new);
            Arrays.sort(sorted, (a, b) -> Long.compare(a[0], b[0]));
            for (int i = 1; i < sorted.length; i++) {
                assertThat(sorted[i][0]).as("single issue").isGreaterThanOrEqualTo(sorted[i - 1][1]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"a2a3sim, 24, 2", "a5sim, 36, 2", "a5sim, 36, 5"})
    void wholeChipsRunEveryShape(String platform, String clusters, String threads) throws IOException {
        for (String name : List.of("spmd:multiblock-mix", "mixed:small", "spmd:multiblock-aiv")) {
            Capture capture =
                    run(name, platform, "--clusters", clusters, "--aicpu-threads", threads, "--chip-swimlane");
            assertThat(capture.verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
        }
    }

    private static List<Long> markers(SwimlaneTable table, String kind) {
        SchedulerPhases phases = table.schedulerPhases();
        List<Long> tasks = new ArrayList<>();
        for (int row = 0; row < phases.size(); row++) {
            if (phases.kindName(row).equals(kind)) {
                assertThat(phases.hasTask(row)).isTrue();
                tasks.add(phases.taskId(row));
            }
        }
        return tasks;
    }

    private static int processed(SwimlaneTable table, String kind) {
        SchedulerPhases phases = table.schedulerPhases();
        int sum = 0;
        for (int row = 0; row < phases.size(); row++) {
            sum += phases.kindName(row).equals(kind) ? phases.tasksProcessed(row) : 0;
        }
        return sum;
    }

    private int captures;

    private Capture run(String name, String platform, String... flags) throws IOException {
        Path place = directory.resolve("capture-" + captures++);
        List<String> arguments =
                new ArrayList<>(List.of("run", name, "--platform", platform, "--capture", place.toString()));
        arguments.addAll(List.of(flags));
        Command result = Command.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(name + result.err() + result.out()).isZero();
        return StoredCapture.open(place);
    }
}
