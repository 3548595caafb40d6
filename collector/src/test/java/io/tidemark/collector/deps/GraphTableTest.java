package io.tidemark.collector.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.finding.Findings;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host writes into the table file of a graph is what a reader finds. */
class GraphTableTest {
    private static final int[] EDGES = {0, 4, 5, 9}; // none, a full record, one more, three records
    private static final int FIRST = 10; // without edges: the first chunk ends within nine edges
    private static final int TASKS = FIRST + 4 * 1_200; // 8,410 records, two chunks

    @TempDir
    Path directory;

    private Path head;

    @BeforeEach
    void makeRoom() throws IOException {
        head = directory.resolve(DepsHead.PATH);
        Files.createDirectories(head.getParent());
    }

    @Test
    void tasksAndEdgesAreReadAsTheyWereWritten() throws IOException {
        List<String> written = write(TASKS);
        new DepsHead(false, TASKS, "tensormap_and_ringbuffer").write(head);
        Findings findings = new Findings();
        DependencyGraph graph = DepsReader.read(head, findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        assertThat(graph.taskCount()).isEqualTo(TASKS);
        DependencyEdges edges = graph.edges();
        List<String> read = new ArrayList<>();
        for (int edge = 0; edge < edges.size(); edge++) {
            read.add("%d %d arg %d %s %s wait %s retain %s"
                    .formatted(
                            graph.taskId(edges.predecessor(edge)),
                            graph.taskId(edges.successor(edge)),
                            edges.argument(edge),
                            edges.source(edge),
                            edges.overlap(edge),
                            edges.waits(edge),
                            edges.retains(edge)));
        }
        assertThat(read).isEqualTo(written);
    }

    @Test
    void aTableWithFewerSubmitsThanTheRunCountedSaysSo() throws IOException {
        write(40);
        new DepsHead(false, 42, "").write(head);
        Findings findings = new Findings();
        assertThat(DepsReader.read(head, findings)).isPresent();
        assertThat(findings.kept()).singleElement().asString().contains("2 of 42 submits and allocations are missing");
        for (DepsHead known : List.of(
                new DepsHead(true, 42, ""), // a run that failed
                new DepsHead(false, -1, ""),
                new DepsHead(false, 40, ""))) {
            known.write(head);
            Findings others = new Findings();
            DepsReader.read(head, others);
            assertThat(others.kept()).noneMatch(found -> found.toString().contains("submits and allocations"));
        }
    }

    private List<String> write(int tasks) throws IOException {
        List<String> written = new ArrayList<>();
        try (GraphTable table = GraphTable.create(head.resolveSibling(DepsTables.GRAPH))) {
            for (int task = 0; task < tasks; task++) {
                RecordedSubmit submit = submit(task);
                table.submit(submit);
                int count = task < FIRST ? 0 : EDGES[(task - FIRST) % EDGES.length];
                for (int edge = 0; edge < count; edge++) {
                    written.add(edge(table, submit, edge));
                }
            }
            table.finish();
        }
        return written;
    }

    private static String edge(GraphTable table, RecordedSubmit submit, int edge) throws IOException {
        EdgeReason reason = EdgeReason.values()[edge % 4];
        int argument = reason == EdgeReason.EXPLICIT ? -1 : edge;
        int flags = 1 + edge % 3;
        long producer = submit.taskId() - 1 - edge;
        table.edge(submit, producer, reason, argument, flags, null);
        String why =
                switch (reason) {
                    case EXPLICIT -> "EXPLICIT NONE";
                    case CREATOR -> "CREATOR NONE";
                    case OVERLAPPING_WRITER -> "TENSORMAP OTHER";
                    case COVERED_WRITER -> "TENSORMAP COVERED";
                };
        return "%d %d arg %d %s wait %s retain %s"
                .formatted(
                        producer,
                        submit.taskId(),
                        argument,
                        why,
                        (flags & EdgeFlags.WAIT) != 0,
                        (flags & EdgeFlags.RETAIN) != 0);
    }

    private static RecordedSubmit submit(int task) {
        return new RecordedSubmit(
                task,
                task,
                SubmitKind.KERNEL,
                false,
                false,
                new Kernels(-1, 0, -1, 1),
                new int[4],
                new Argument[0],
                new Dependency[0],
                Optional.empty());
    }
}
