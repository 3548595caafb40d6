package io.tidemark.analysis.join;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.JoinMode;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.Timeline;
import java.util.Optional;

/**
 * One run as the analyses see it: rows on the time axis, tasks numbered, graph in both directions.
 *
 * @param compat true when today's tools are to be matched, defects included
 * @param graph empty when the capture has no dependencies
 */
public record Run(
        boolean compat,
        SwimlaneTable table,
        Timeline timeline,
        RunRows rows,
        RunIndex index,
        Optional<RunGraph> graph,
        NameMap names) {
    /** Joins the parts of a capture; linear but for one sort of the rows. */
    public static Run of(
            SwimlaneTable table,
            Optional<DependencyGraph> dependencies,
            NameMap names,
            boolean compat) {
        Timeline timeline = Timeline.of(table, !compat);
        JoinedTasks joined =
                JoinedTasks.join(table, compat ? JoinMode.COMPAT : JoinMode.EVERY_CORE_ROW);
        dependencies.ifPresent(joined::resolveFunctions);
        RunRows rows = RunRows.of(joined, timeline, compat);
        return new Run(
                compat,
                table,
                timeline,
                rows,
                new RunIndex(rows, dependencies),
                dependencies.map(RunGraph::new),
                names);
    }

    /** The kernel's name, or nothing when no name map knows it. */
    public Optional<String> kernelName(int function) {
        return names.name(function);
    }

    /** Blocks of a task the graph knows as submitted, else 0. */
    public int blockCount(int unit) {
        return index.isSubmitted(unit) ? graph.orElseThrow().graph().blockCount(unit) : 0;
    }

    /**
     * True when a task runs the same kernel on several cores: by the graph where it knows the task,
     * else by having several rows on cores of one type.
     */
    public boolean isSpmd(int unit) {
        if (index.isSubmitted(unit)) {
            return blockCount(unit) > 1;
        }
        int first = index.firstRow(unit);
        int count = index.rowCount(unit);
        for (int row = first + 1; row < first + count; row++) {
            if (rows.coreType(row) != rows.coreType(first)) {
                return false;
            }
        }
        return count > 1;
    }
}
