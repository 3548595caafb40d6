package io.tidemark.capture.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.graph.TopologicalOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DepsReaderTest {
    private static final String TASK =
            "{\"task_id\":%s,\"scope\":\"manual\",\"args\":[{\"idx\":0,\"type\":\"INPUT\",\"tensor_id\":"
                    + "\"9\",\"dtype\":\"FLOAT32\",\"shape\":[4,8],%s},{\"idx\":1,\"type\":\"OUTPUT\"}]%s}";

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    @Test
    void everyFormGivesTheSameEdges() throws IOException {
        String v1 = "{\"version\":1,\"edges\":[[7,8],[7,8],[8,18446744073709551615]]}";
        String edges = "{\"pred\":%1$s,\"succ\":%2$s,\"arg\":0,\"source\":\"creator\"},"
                + "{\"pred\":%1$s,\"succ\":%2$s,\"arg\":1,\"source\":\"tensormap\"},"
                + "{\"pred\":%2$s,\"succ\":%3$s,\"arg\":-1,\"source\":\"explicit\"}";
        String numbers = edges.formatted("7", "8", "18446744073709551615");
        String texts = edges.formatted("\"7\"", "\"8\"", "\"18446744073709551615\"");
        for (String text : List.of(
                v1,
                document("7", "\"offset\":[0,0]", "", numbers, "\"version\":2,"),
                document("\"7\"", "\"start_offset\":\"0\",\"strides\":[8,1]", "", texts, ""),
                "{\"edges\":[" + texts + "],\"tasks\":[]}")) {
            DependencyGraph graph = read(text).orElseThrow();
            assertThat(pairs(graph)).containsExactly("7>8", "7>8", "8>-1");
            Digraph links = graph.links();
            assertThat(links.edgeCount()).isEqualTo(2);
            assertThat(links.outDegree(graph.nodeOf(7))).isEqualTo(1);
            assertThat(links.inDegree(graph.nodeOf(8))).isEqualTo(1);
        }
        assertThat(findings.count(Finding.Severity.LOSS)).isZero();
    }

    @Test
    void kindsAndKernelsAreToldApart() throws IOException {
        String tasks = TASK.formatted(1, "\"strides\":[8,1]", ",\"kernel_ids\":[-1,4,-1],\"block_num\":3")
                + ","
                + TASK.formatted(2, "\"strides\":[8,1]", ",\"kernel_ids\":[-1,-1,-1]")
                + ","
                + TASK.formatted(3, "\"strides\":[8,1]", ",\"early_dispatch\":true");
        DependencyGraph graph = read("{\"tasks\":[" + tasks + "],\"edges\":[{\"pred\":\"99\",\"succ\":\"1\"}]}")
                .orElseThrow();
        assertThat(graph.taskCount()).isEqualTo(3);
        assertThat(graph.nodeCount()).isEqualTo(4);
        assertThat(kinds(graph)).containsExactly(NodeKind.SUBMIT, NodeKind.DUMMY, NodeKind.SUBMIT, NodeKind.ALLOC);
        assertThat(graph.blockCount(0)).isEqualTo(3);
        assertThat(graph.isManualScope(0)).isTrue();
        assertThat(graph.isEarlyDispatch(2)).isTrue();
        assertThat(graph.hasKernels(2)).isFalse();
    }

    @Test
    void edgesBeforeTheirTasksAreRenumbered() throws IOException {
        String text = "{\"edges\":[{\"pred\":5,\"succ\":6},{\"pred\":4,\"succ\":6}],\"tasks\":["
                + TASK.formatted(6, "\"strides\":[8,1]", "")
                + ","
                + TASK.formatted(5, "\"strides\":[8,1]", "")
                + "]}";
        DependencyGraph graph = read(text).orElseThrow();
        assertThat(graph.taskId(0)).isEqualTo(6);
        assertThat(graph.taskId(1)).isEqualTo(5);
        assertThat(graph.kind(2)).isEqualTo(NodeKind.ALLOC);
        assertThat(pairs(graph)).containsExactly("5>6", "4>6");
    }

    @Test
    void regionsAreKeptWhenAskedFor() throws IOException {
        String edge = "{\"pred\":\"7\",\"succ\":\"8\",\"arg\":2,\"source\":\"tensormap\",\"flags\":[\"wait\"],"
                + "\"overlap\":\"other\",\"tensor_id\":\"9\",\"consumer_dtype\":\"INT8\","
                + "\"consumer_shape\":[2,3],\"consumer_start_offset\":\"6\","
                + "\"consumer_strides\":[3,1],\"producer_shape\":[4],"
                + "\"producer_start_offset\":\"0\",\"producer_strides\":[1]}";
        Path file = TestCaptures.file(directory, "deps.json", "{\"tasks\":[],\"edges\":[" + edge + "]}");
        DependencyGraph graph = DepsReader.readWithDetail(file, findings).orElseThrow();
        DependencyDetail detail = graph.detail().orElseThrow();
        RegionTable regions = detail.regions();
        int consumer = detail.consumerRegion(0);
        assertThat(regions.dataType(consumer)).isEqualTo("INT8");
        assertThat(regions.shape(consumer)).containsExactly(2, 3);
        assertThat(regions.startOffset(consumer)).isEqualTo(6);
        assertThat(regions.strides(detail.producerRegion(0))).containsExactly(1);
        assertThat(graph.edges().overlap(0)).isEqualTo(Overlap.OTHER);
        assertThat(graph.edges().waits(0)).isTrue();
        assertThat(graph.edges().retains(0)).isFalse();
        assertThat(graph.edges().argument(0)).isEqualTo(2);
    }

    @Test
    void badRowsAreSkippedAndSaid() throws IOException {
        DependencyGraph graph = read("{\"tasks\":[7,{\"scope\":\"auto\"},"
                        + TASK.formatted(1, "\"strides\":[8,1]", "")
                        + ","
                        + TASK.formatted(1, "\"strides\":[8,1]", "")
                        + "],\"edges\":[{\"pred\":1},[1],{\"pred\":\"x\",\"succ\":2},"
                        + "{\"pred\":1,\"succ\":2}]}")
                .orElseThrow();
        assertThat(graph.taskCount()).isEqualTo(1);
        assertThat(graph.edges().size()).isEqualTo(1);
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(6);
    }

    @Test
    void fieldsThatAreNullAreMissingOnes() throws IOException {
        String nulls = ",\"block_num\":null,\"kernel_ids\":null,\"early_dispatch\":null";
        DependencyGraph graph = read("{\"version\":null,\"tasks\":["
                        + TASK.formatted(1, "\"strides\":null", nulls)
                        + ","
                        + TASK.formatted(2, "\"strides\":[8,1]", ",\"block_num\":-3")
                        + "],\"edges\":[{\"pred\":1,\"succ\":2,\"arg\":null,\"flags\":null,"
                        + "\"source\":null,\"overlap\":null}]}")
                .orElseThrow();
        assertThat(findings.count(Finding.Severity.LOSS))
                .as(findings.kept().toString())
                .isZero();
        assertThat(graph.taskCount()).isEqualTo(2);
        assertThat(graph.blockCount(0)).isEqualTo(1);
        assertThat(graph.blockCount(1)).isEqualTo(1);
        assertThat(pairs(graph)).containsExactly("1>2");
    }

    @Test
    void aCycleIsFoundAndNamedInOrder() throws IOException {
        DependencyGraph straight =
                read("{\"version\":1,\"edges\":[[1,2],[2,3],[1,3]]}").orElseThrow();
        assertThat(TopologicalOrder.of(straight.links()).cycle()).isEmpty();
        DependencyGraph looped = read("{\"version\":1,\"edges\":[[1,2],[2,3],[3,4],[4,2],[4,5],[0,1]]}")
                .orElseThrow();
        List<Long> cycle = new ArrayList<>();
        for (int node : TopologicalOrder.of(looped.links()).cycle()) {
            cycle.add(looped.taskId(node));
        }
        assertThat(cycle).hasSize(3).containsExactlyInAnyOrder(2L, 3L, 4L);
        for (int at = 0; at < 3; at++) {
            int node = looped.nodeOf(cycle.get(at));
            int next = looped.nodeOf(cycle.get((at + 1) % 3));
            assertThat(looped.links().edge(node, next)).isNotNegative();
        }
        DependencyGraph self = read("{\"version\":1,\"edges\":[[1,1]]}").orElseThrow();
        assertThat(TopologicalOrder.of(self.links()).cycle()).hasSize(1);
    }

    private Optional<DependencyGraph> read(String text) throws IOException {
        return DepsReader.read(TestCaptures.file(directory, "deps.json", text), findings);
    }

    private static String document(String id, String region, String more, String edges, String version) {
        return "{"
                + version
                + "\"tasks\":["
                + TASK.formatted(id, region, more)
                + "],\"tensors\":[],"
                + "\"edges\":["
                + edges
                + "]}";
    }

    private static List<String> pairs(DependencyGraph graph) {
        List<String> pairs = new ArrayList<>();
        for (int edge = 0; edge < graph.edges().size(); edge++) {
            pairs.add(graph.taskId(graph.edges().predecessor(edge))
                    + ">"
                    + graph.taskId(graph.edges().successor(edge)));
        }
        return pairs;
    }

    private static List<NodeKind> kinds(DependencyGraph graph) {
        List<NodeKind> kinds = new ArrayList<>();
        for (int node = 0; node < graph.nodeCount(); node++) {
            kinds.add(graph.kind(node));
        }
        return kinds;
    }
}
