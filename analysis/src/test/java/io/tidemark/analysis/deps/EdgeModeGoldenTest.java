package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.TestResource;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.NameMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edge sets of known graphs in every mode, as the tools of the time gave them. */
class EdgeModeGoldenTest {
    @TempDir
    private Path directory;

    /** What the expectation of one mode holds. */
    private static final class Expected {
        int nodes;
        final List<String> edges = new ArrayList<>();
        final Map<String, String> kinds = new TreeMap<>();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiny", "small", "base", "graph", "cycle", "integer-ids", "dummy-chain"})
    void everyModeShowsTheKnownEdges(String name) throws IOException {
        Path file = TestResource.file(getClass(), name + ".json.gz", directory.resolve("deps.json"));
        DependencyGraph source = DepsReader.readWithDetail(file, new Findings()).orElseThrow();
        Map<EdgeMode, Expected> expectations = expectations(name);
        assertThat(expectations).isNotEmpty();
        expectations.forEach((mode, expected) -> {
            DepsReport report = DepsReport.of(source, NameMap.EMPTY, mode);
            assertThat(edges(report)).as("%s %s", name, mode).isEqualTo(expected.edges);
            assertThat(report.graph().nodeCount()).isGreaterThanOrEqualTo(expected.nodes);
            expected.kinds.forEach(
                    (id, line) -> assertThat(describe(report, id)).isEqualTo(line));
        });
    }

    private static List<String> edges(DepsReport report) {
        TaskGraph graph = report.graph();
        BitSet shown = report.selection().shown();
        return shown.stream()
                .mapToObj(edge -> Long.toUnsignedString(graph.id(graph.producer(edge)))
                        + " "
                        + Long.toUnsignedString(graph.id(graph.consumer(edge))))
                .toList();
    }

    private static String describe(DepsReport report, String id) {
        int node = report.graph().node(Long.parseUnsignedLong(id));
        return "%s %s %d %d"
                .formatted(id, report.labels().kindWord(node), report.shownFanIn()[node], report.shownFanOut()[node]);
    }

    private Map<EdgeMode, Expected> expectations(String name) throws IOException {
        Map<EdgeMode, Expected> modes = new TreeMap<>();
        Expected open = null;
        for (String line : TestResource.lines(getClass(), name + ".expected.gz")) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "mode" -> {
                    String[] counts = words[1].split(" ");
                    open = new Expected();
                    open.nodes = Integer.parseInt(counts[1]);
                    modes.put(EdgeMode.valueOf(counts[0].toUpperCase(Locale.ROOT)), open);
                }
                case "edge" -> open.edges.add(words[1]);
                default -> open.kinds.put(words[1].split(" ")[0], words[1]);
            }
        }
        return modes;
    }
}
