package io.tidemark.viewer.resource;

import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.viewer.model.CaptureView;

/**
 * Writes nodes of the dependency graph with all their edges, chunk by chunk, so that the page can
 * walk any number of hops without the rest of the graph.
 */
final class GraphChunk {
    private final CaptureView view;
    private final DependencyGraph graph;
    private RowGroups arriving; // edges by the node they arrive at
    private RowGroups leaving;

    GraphChunk(CaptureView view, DependencyGraph graph) {
        this.view = view;
        this.graph = graph;
    }

    /** Makes the edges of each node ready, when the first one is asked for. */
    private synchronized void group() {
        if (arriving == null) {
            DependencyEdges edges = graph.edges();
            leaving = RowGroups.of(graph.nodeCount(), edges.size(), edges::predecessor);
            arriving = RowGroups.of(graph.nodeCount(), edges.size(), edges::successor);
        }
    }

    /**
     * u64 task; i32 kind (0 submit, 1 dummy, 2 allocation), name of each of the three slots (-1
     * none), blocks, first run (-1 none), run that began first, run that ended last, flags (1
     * manual scope, 2 early dispatch), first arriving, first leaving; then i32 total arriving,
     * total leaving; then per arriving edge i32 other node, argument, reason; the same for leaving.
     */
    byte[] write(int chunk) {
        group();
        int from = chunk * Chunks.ROWS;
        int rows = Chunks.length(graph.nodeCount(), Chunks.ROWS, chunk);
        int firstIn = arriving.begin(from);
        int firstOut = leaving.begin(from);
        int in = arriving.end(from + rows - 1) - firstIn;
        int out = leaving.end(from + rows - 1) - firstOut;
        DependencyEdges edges = graph.edges();
        return new Columns(rows)
                .longs(at -> graph.taskId(from + at))
                .ints(at -> graph.kind(from + at).ordinal())
                .ints(at -> nameOf(from + at, 0))
                .ints(at -> nameOf(from + at, 1))
                .ints(at -> nameOf(from + at, 2))
                .ints(at -> graph.blockCount(from + at))
                .ints(at -> firstRun(from + at))
                .ints(at -> view.runs().earliestFrom(firstRun(from + at)))
                .ints(at -> view.runs().latestFrom(firstRun(from + at)))
                .ints(at -> flags(from + at))
                .ints(at -> arriving.begin(from + at) - firstIn)
                .ints(at -> leaving.begin(from + at) - firstOut)
                .ints(2, at -> at == 0 ? in : out)
                .ints(in, at -> edges.predecessor(arriving.row(firstIn + at)))
                .ints(in, at -> edges.argument(arriving.row(firstIn + at)))
                .ints(in, at -> reason(edges, arriving.row(firstIn + at)))
                .ints(out, at -> edges.successor(leaving.row(firstOut + at)))
                .ints(out, at -> edges.argument(leaving.row(firstOut + at)))
                .ints(out, at -> reason(edges, leaving.row(firstOut + at)))
                .toBytes();
    }

    private int firstRun(int node) {
        return view.runs().firstOf(graph.taskId(node));
    }

    private int nameOf(int node, int slot) {
        int kernel = graph.kernel(node, slot);
        return kernel < 0 ? -1 : view.kernelNameById().indexOf(kernel);
    }

    private int flags(int node) {
        return (graph.isManualScope(node) ? 1 : 0) | (graph.isEarlyDispatch(node) ? 2 : 0);
    }

    /** Source in bits 0-1, overlap in 2-3, flags known in 4, wait in 5, retain in 6. */
    private static int reason(DependencyEdges edges, int edge) {
        return edges.source(edge).ordinal()
                | (edges.overlap(edge).code() << 2)
                | (edges.hasFlags(edge) ? 1 << 4 : 0)
                | (edges.waits(edge) ? 1 << 5 : 0)
                | (edges.retains(edge) ? 1 << 6 : 0);
    }
}
