package io.tidemark.analysis.deps.race;

import io.tidemark.analysis.deps.DepsReport;
import io.tidemark.analysis.deps.EdgeReasons;
import io.tidemark.analysis.deps.TaskGraph;
import io.tidemark.analysis.deps.TransitiveReduction;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.graph.TopologicalOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Looks for edges without a conflict: two kernels of which one waits for the other although no
 * argument of the two touches a common byte that either may write. Only edges that the capture
 * shows beyond doubt are reported. Left out are edges with another reason: from or to a task
 * without kernel, to the owner of a buffer, and by a new version of a buffer. Not judged are tasks
 * whose arguments cannot be resolved, and explicit edges of a task with a predicate, whose tensor
 * is no argument. One thread, one use.
 */
public final class EdgeConflicts {
    /**
     * An edge without a conflict.
     *
     * @param edge number in the {@link TaskGraph}
     * @param isCertain the look-up took two views for overlapping whose bytes are not; otherwise
     *     the graph asks for the edge, and may have a reason that is no argument
     * @param isImplied other edges order the two tasks as well, so this one delays no task
     */
    public record Found(int edge, boolean isCertain, boolean isImplied) {}

    /**
     * What was found over all edges.
     *
     * @param found in order of the graph's edges
     * @param judged edges between two kernels whose arguments were compared
     * @param notJudged edges of which the capture does not tell enough
     */
    public record Report(List<Found> found, int judged, int notJudged) {}

    private enum Judgement {
        CONFLICT,
        NONE,
        OPEN
    }

    private final TaskGraph graph;
    private final DependencyGraph source;
    private final DependencyDetail detail;
    private final EdgeReasons reasons;
    private final BufferLives lives;
    private final TopologicalOrder order;

    EdgeConflicts(DepsReport report, BufferLives lives) {
        graph = report.graph();
        source = report.source();
        detail = source.detail().orElseThrow();
        reasons = report.reasons();
        this.lives = lives;
        order = report.order();
    }

    Report run() {
        List<Integer> without = new ArrayList<>();
        int judged = 0;
        int open = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (hasOwnReason(edge)) {
                continue;
            }
            Judgement judgement = judge(edge);
            open += judgement == Judgement.OPEN ? 1 : 0;
            judged += judgement == Judgement.OPEN ? 0 : 1;
            if (judgement == Judgement.NONE) {
                without.add(edge);
            }
        }
        BitSet implied = without.isEmpty() ? new BitSet() : TransitiveReduction.redundantEdges(graph, order);
        List<Found> found = without.stream()
                .map(edge -> new Found(edge, !has(edge, EdgeSource.EXPLICIT), implied.get(edge)))
                .toList();
        return new Report(found, judged, open);
    }

    private boolean hasOwnReason(int edge) {
        return !isKernel(graph.producer(edge))
                || !isKernel(graph.consumer(edge))
                || has(edge, EdgeSource.CREATOR)
                || isByVersion(edge);
    }

    private boolean isKernel(int node) {
        int captured = graph.captureNode(node);
        return captured < source.taskCount() && source.kind(captured) == NodeKind.SUBMIT;
    }

    private boolean has(int edge, EdgeSource wanted) {
        for (int at = reasons.byEdge().begin(edge); at < reasons.byEdge().end(edge); at++) {
            if (source.edges().source(reasons.byEdge().row(at)) == wanted) {
                return true;
            }
        }
        return false;
    }

    /** A view of a newer version waits for all writers of the older ones. */
    private boolean isByVersion(int edge) {
        DependencyEdges rows = source.edges();
        for (int at = reasons.byEdge().begin(edge); at < reasons.byEdge().end(edge); at++) {
            int row = reasons.byEdge().row(at);
            if (rows.source(row) == EdgeSource.TENSORMAP && detail.edgeTensor(row) != consumerTensor(row)) {
                return true;
            }
        }
        return false;
    }

    /** The consumer's tensor of an inferred edge; that of the edge is the producer's. */
    private long consumerTensor(int row) {
        int task = source.edges().successor(row);
        for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
            if (detail.argumentIndex(at) == source.edges().argument(row)) {
                return detail.argumentTensor(at);
            }
        }
        return detail.edgeTensor(row);
    }

    private Judgement judge(int edge) {
        int producer = graph.producer(edge);
        int consumer = graph.consumer(edge);
        for (Access one : lives.accessesOf(producer)) {
            for (Access other : lives.accessesOf(consumer)) {
                if (one.life() == other.life()
                        && (one.mayWrite() || other.mayWrite())
                        && one.bytes().overlaps(other.bytes())) {
                    return Judgement.CONFLICT;
                }
            }
        }
        boolean isByPredicate = source.isPredicated(graph.captureNode(consumer)) && has(edge, EdgeSource.EXPLICIT);
        boolean isOpen = lives.isUnclear(producer)
                || lives.isUnclear(consumer)
                || isByPredicate
                || has(edge, EdgeSource.UNKNOWN);
        return isOpen ? Judgement.OPEN : Judgement.NONE;
    }
}
