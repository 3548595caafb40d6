package io.tidemark.collector.deps;

import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.table.LaneRecords;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The dependency file, made from the recorded slots by a replay: when the run is over, or later
 * from its table file. One use, one thread.
 *
 * @param doubts what speaks against the graph, the most important first
 * @param strays slots that belong to no submit
 */
public record DepsFile(List<String> doubts, long strays) {
    public DepsFile {
        doubts = List.copyOf(doubts);
    }

    /** The most important doubt; empty if there is none. */
    String firstDoubt() {
        return doubts.isEmpty() ? "" : doubts.getFirst();
    }

    /**
     * Writes the file.
     *
     * @param replay a fresh one, over the runtime's own code
     */
    public static DepsFile write(Path file, LaneRecords slots, SubmitReplay replay, DepsHead head) throws IOException {
        try (DepsWriter writer = DepsWriter.create(file)) {
            TaskRows tasks = new TaskRows(writer);
            SubmitChains chains = SubmitChains.read(slots, tasks::submit);
            tasks.writeTensors();
            EdgeLines lines = new EdgeLines(writer);
            EdgeRows edges = new EdgeRows(lines, replay, head.partial() ? chains.whole() : -1);
            SubmitChains.read(slots, edges::submit);
            writer.allocations(lines.withoutEdge(tasks.allocations()));
            DepsFile made = judge(chains, edges, head);
            writer.remark(head.partial(), made.firstDoubt());
            writer.runtime(head.runtime());
            return made;
        }
    }

    /** Writes the graph into a table file, without arguments and regions, and finishes it. */
    static DepsFile writeTable(GraphTable table, LaneRecords slots, SubmitReplay replay, DepsHead head)
            throws IOException {
        DepsFile made = replayed(slots, table, replay, head);
        table.finish();
        return made;
    }

    /** Judges the graph without writing it. */
    static DepsFile check(LaneRecords slots, SubmitReplay replay, DepsHead head) throws IOException {
        return replayed(slots, EdgeRows.Target.NOWHERE, replay, head);
    }

    private static DepsFile replayed(LaneRecords slots, EdgeRows.Target target, SubmitReplay replay, DepsHead head)
            throws IOException {
        long whole = head.partial() ? SubmitChains.read(slots, submit -> {}).whole() : -1;
        EdgeRows edges = new EdgeRows(target, replay, whole);
        return judge(SubmitChains.read(slots, edges::submit), edges, head);
    }

    /** What a replay of all slots says of the graph. */
    static DepsFile judge(SubmitChains chains, EdgeRows edges, DepsHead head) {
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
        return new DepsFile(doubts, chains.strays());
    }
}
