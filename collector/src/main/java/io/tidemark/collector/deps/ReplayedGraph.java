package io.tidemark.collector.deps;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.table.LaneRecords;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a replay of the recorded slots says of the graph: when the run is over, or later from their
 * table file.
 *
 * @param doubts what speaks against the graph, the most important first
 * @param strays slots that belong to no submit
 */
public record ReplayedGraph(List<String> doubts, long strays) {
    public ReplayedGraph {
        doubts = List.copyOf(doubts);
    }

    /** The most important doubt; empty if there is none. */
    String firstDoubt() {
        return doubts.isEmpty() ? "" : doubts.getFirst();
    }

    /**
     * The graph with arguments, tensors and regions.
     *
     * @param replay a fresh one, over the runtime's own code
     */
    public static DependencyGraph read(LaneRecords slots, SubmitReplay replay, DepsHead head) throws IOException {
        GraphRows rows = new GraphRows();
        replayed(slots, rows, replay, head);
        return rows.graph(head);
    }

    /** Writes the graph into a table file, without arguments and regions, and finishes it. */
    static ReplayedGraph writeTable(GraphTable table, LaneRecords slots, SubmitReplay replay, DepsHead head)
            throws IOException {
        ReplayedGraph made = replayed(slots, table, replay, head);
        table.finish();
        return made;
    }

    private static ReplayedGraph replayed(LaneRecords slots, EdgeRows.Target target, SubmitReplay replay, DepsHead head)
            throws IOException {
        long whole = head.partial() ? SubmitChains.read(slots, submit -> {}).whole() : -1;
        EdgeRows edges = new EdgeRows(target, replay, whole);
        return judge(SubmitChains.read(slots, edges::submit), edges, head);
    }

    /** What a replay of all slots says of the graph. */
    static ReplayedGraph judge(SubmitChains chains, EdgeRows edges, DepsHead head) {
        List<String> doubts = new ArrayList<>();
        long missing = chains.missing() + (chains.endsBroken() && !head.partial() ? 1 : 0);
        if (missing > 0) {
            doubts.add("%d submits are missing, so edges may be missing or wrong".formatted(missing));
        }
        long known = chains.whole() + chains.broken();
        if (head.submits() >= 0 && missing == 0 && !head.partial() && known != head.submits()) {
            doubts.add("the run counted %d submits and allocations, %d were recorded".formatted(head.submits(), known));
        }
        edges.firstDifference().ifPresent(doubts::add);
        return new ReplayedGraph(doubts, chains.strays());
    }
}
