package io.tidemark.viewer.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.model.CaptureView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However tasks are put together, none is lost, and the critical path stays whole. */
class FoldedGraphTest {
    @TempDir
    static Path directory;

    private static CaptureView view;
    private static DependencyGraph graph;

    @BeforeAll
    static void read() throws IOException {
        GeneratedCapture.in(directory, GeneratorOptions.of(3_000, 11));
        view = GeneratedCapture.view(directory);
        graph = view.graph().orElseThrow();
    }

    private static Map<String, Object> fold(String name) {
        byte[] bytes = new FoldedGraph(view, graph).write(name);
        return JsonTree.read(new ByteArrayInputStream(bytes), name, new Findings())
                .orElseThrow();
    }

    private static long sum(Map<String, Object> folded, String list, String member) {
        return ((List<?>) folded.get(list))
                .stream()
                        .mapToLong(entry -> ((Number) ((Map<?, ?>) entry).get(member)).longValue())
                        .sum();
    }

    @Test
    void everyTaskAndEveryEdgeIsCountedOnce() {
        for (String name : FoldedGraph.NAMES) {
            Map<String, Object> folded = fold(name);
            assertThat(sum(folded, "groups", "tasks")).as(name).isEqualTo(graph.nodeCount());
            assertThat(sum(folded, "edges", "count"))
                    .as(name)
                    .isEqualTo(graph.edges().size());
            assertThat((List<?>) folded.get("groups")).as(name).hasSizeBetween(1, FoldedGraph.MOST_GROUPS);
        }
    }

    @Test
    void theCriticalPathGoesThroughTheGroups() {
        int steps = view.critical().orElseThrow().get().steps().size();
        for (String name : FoldedGraph.NAMES) {
            Map<String, Object> folded = fold(name);
            assertThat(sum(folded, "groups", "critical")).as(name).isEqualTo(steps);
            assertThat(sum(folded, "edges", "critical")).as(name).isEqualTo(steps - 1);
        }
    }

    /** A layer waits for earlier layers only; the critical path also goes back, along a core. */
    @Test
    void layersFollowEachOther() {
        assertThat((List<?>) fold("fold-layer.json").get("edges"))
                .filteredOn(edge -> ((Number) ((Map<?, ?>) edge).get("count")).intValue() > 0)
                .isNotEmpty()
                .allSatisfy(entry -> {
                    Map<?, ?> edge = (Map<?, ?>) entry;
                    assertThat(((Number) edge.get("from")).intValue())
                            .isLessThanOrEqualTo(((Number) edge.get("to")).intValue());
                });
    }
}
