package io.tidemark.capture.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.identity.TensorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphRemarkTest {
    @TempDir
    Path directory;

    @Test
    void codesOfSourcesNeverMove() {
        assertThat(EdgeSource.values()).extracting(EdgeSource::code).containsExactly(0, 1, 2, 3);
        assertThat(EdgeSource.values()).allMatch(source -> EdgeSource.ofCode(source.code()) == source);
        assertThat(EdgeSource.ofCode(7)).isEqualTo(EdgeSource.UNKNOWN);
    }

    @Test
    void whatARecorderSaysOfItsGraphIsReadBackAndWrittenAgain() throws IOException {
        Path file = directory.resolve("deps.json");
        try (DepsWriter writer = DepsWriter.create(file)) {
            writer.task(5, false, false, -1, 3, -1, 1, true);
            writer.task(6, true, false, 2, -1, -1, 1);
            Region region = new Region("INT8", new long[] {4}, 0, new long[] {1});
            writer.argument(0, ArgType.NO_DEP, 77, 5, region);
            writer.argument(1, ArgType.INPUT, 78, region);
            writer.edge(4, 5, -1, EdgeSource.EXPLICIT, EdgeFlags.WAIT, Overlap.NONE, 0, null, null);
            writer.allocations(new long[] {1L << 32, 9});
            writer.remark(true, "task (0, 6): \"odd\"");
        }
        assertThat(Files.readString(file))
                .contains("\"block_num\":1,\"predicated\":true,\"args\":[]")
                .endsWith("],\"allocs\":[\"4294967296\",\"9\"],\"partial\":true,"
                        + "\"untrusted\":\"task (0, 6): \\\"odd\\\"\"}\n");
        assertThat(Files.readString(file))
                .contains("{\"idx\":0,\"type\":\"UNKNOWN\",\"tensor_id\":\"77\",\"owner\":\"5\",")
                .contains("{\"idx\":1,\"type\":\"INPUT\",\"tensor_id\":\"78\",\"dtype\"");
        Findings findings = new Findings();
        DependencyGraph graph = DepsReader.readWithDetail(file, findings).orElseThrow();
        assertThat(graph.isPredicated(0)).isTrue();
        assertThat(graph.isPredicated(1)).isFalse();
        DependencyDetail detail = graph.detail().orElseThrow();
        assertThat(detail.argumentType(0)).isEqualTo(ArgType.NO_DEP);
        assertThat(detail.argumentOwner(0)).isEqualTo(5);
        assertThat(detail.argumentOwner(1)).isEqualTo(TensorIdentity.NO_OWNER);
        assertThat(graph.nodeCount())
                .as("two tasks, one known by its edge, two listed")
                .isEqualTo(5);
        assertThat(graph.kind(graph.nodeOf(9))).isEqualTo(NodeKind.ALLOC);
        assertThat(graph.remark()).isEqualTo(new GraphRemark(true, "task (0, 6): \"odd\"", ""));
        assertThat(findings.count(Finding.Severity.DAMAGE))
                .as("not to be trusted")
                .isEqualTo(1);
        Path again = directory.resolve("again.json");
        DepsWriter.write(again, graph);
        assertThat(again).hasSameTextualContentAs(file);
    }
}
