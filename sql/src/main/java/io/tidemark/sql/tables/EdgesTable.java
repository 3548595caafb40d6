package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.sql.mapped.MappedEdges;
import io.tidemark.sql.table.TableDefinition;

/** The table edges: its columns, their meaning and where they come from. Stateless. */
final class EdgesTable {
    private EdgesTable() {}

    static TableDefinition<DependencyGraph> definition() {
        return TableDefinition.named(
                        "edges",
                        "One row per dependency record; a pair may come several times, once for"
                                + " each argument that caused it.",
                        capture -> capture.part(Capture::dependencies),
                        graph -> graph.edges().size())
                .bigint(
                        "pred",
                        "id",
                        "the producer's task id",
                        (graph, row, out, at) ->
                                out.put(at, graph.taskId(graph.edges().predecessor(row))))
                .bigint(
                        "succ",
                        "id",
                        "the consumer's task id",
                        (graph, row, out, at) ->
                                out.put(at, graph.taskId(graph.edges().successor(row))))
                .text(
                        "source",
                        "who found it: explicit, creator or tensormap; null where not recorded",
                        (graph, row, out, at) ->
                                out.putUnlessEmpty(at, graph.edges().source(row).word()))
                .integer(
                        "arg",
                        "",
                        "argument of the consumer, null for explicit dependencies",
                        (graph, row, out, at) -> out.putUnlessNegative(at, argument(graph.edges(), row)))
                .mapped(MappedEdges::open);
    }

    private static int argument(DependencyEdges edges, int row) {
        int argument = edges.argument(row);
        return argument == DependencyEdges.NO_ARGUMENT ? -1 : argument;
    }
}
