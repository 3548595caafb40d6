package io.tidemark.analysis.deps;

import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;

/** Why each edge is there: the annotated rows of the capture grouped by edge. Immutable. */
public final class EdgeReasons {
    private final DependencyEdges rows;
    private final int[] start;
    private final int[] rowOf;

    public EdgeReasons(DependencyGraph source, TaskGraph graph) {
        rows = source.edges();
        int[] nodeOf = EdgeSelection.nodesByCaptureNode(graph);
        int[] edgeOf = new int[rows.size()];
        start = new int[graph.edgeCount() + 1];
        for (int row = 0; row < rows.size(); row++) {
            edgeOf[row] = graph.edge(nodeOf[rows.predecessor(row)], nodeOf[rows.successor(row)]);
            start[edgeOf[row] + 1]++;
        }
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            start[edge + 1] += start[edge];
        }
        int[] next = start.clone();
        rowOf = new int[rows.size()];
        for (int row = 0; row < rows.size(); row++) {
            rowOf[next[edgeOf[row]]++] = row;
        }
    }

    /** First place of an edge's rows; they run up to {@code firstRow(edge + 1)}. */
    public int firstRow(int edge) {
        return start[edge];
    }

    /** The capture's edge at such a place. */
    public int row(int place) {
        return rowOf[place];
    }

    /** {@code explicit creator:2 tensormap:0/covered}: source, consumer argument, overlap. */
    public String text(int edge) {
        StringBuilder text = new StringBuilder();
        for (int at = start[edge]; at < start[edge + 1]; at++) {
            int row = rowOf[at];
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
