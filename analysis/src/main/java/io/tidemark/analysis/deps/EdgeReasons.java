package io.tidemark.analysis.deps;

import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;

/** Why each edge is there: the annotated rows of the capture grouped by edge. Immutable. */
public final class EdgeReasons {
    private final DependencyEdges rows;
    private final RowGroups byEdge;

    public EdgeReasons(DependencyGraph source, TaskGraph graph) {
        rows = source.edges();
        int[] nodeOf = EdgeSelection.nodesByCaptureNode(graph);
        byEdge = RowGroups.of(
                graph.edgeCount(),
                rows.size(),
                row -> graph.edge(nodeOf[rows.predecessor(row)], nodeOf[rows.successor(row)]));
    }

    /** The edges of the capture by edge of the graph. */
    public RowGroups byEdge() {
        return byEdge;
    }

    /** {@code explicit creator:2 tensormap:0/covered}: source, consumer argument, overlap. */
    public String text(int edge) {
        StringBuilder text = new StringBuilder();
        for (int at = byEdge.begin(edge); at < byEdge.end(edge); at++) {
            int row = byEdge.row(at);
            text.append(text.isEmpty() ? "" : " ");
            EdgeSource source = rows.source(row);
            text.append(source == EdgeSource.UNKNOWN ? "unknown" : source.word());
            if (rows.argument(row) >= 0) {
                text.append(':').append(rows.argument(row));
            }
            String overlap = rows.overlap(row).word();
            if (!overlap.isEmpty()) {
                text.append('/').append(overlap);
            }
        }
        return text.toString();
    }
}
