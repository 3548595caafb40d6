package io.tidemark.analysis.compat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Optional;

/**
 * One run as the tools of simpler join it: a run of a kernel counts when a scheduler stamped its
 * dispatch, or at level 1. Immutable.
 *
 * @param names of kernels, as far as these tools look at them
 */
public record CompatRun(
        SwimlaneTable table,
        Timeline timeline,
        CompatRows rows,
        Tasks tasks,
        Digraph graph,
        Optional<DependencyGraph> dependencies,
        NameMap names) {
    public static CompatRun of(
            SwimlaneTable table, Optional<DependencyGraph> dependencies, NameMap names) {
        Timeline timeline = Timeline.of(table, false);
        CompatRows rows = CompatRows.of(table, timeline, dependencies);
        Tasks tasks = Tasks.of(rows.size(), rows::taskId, dependencies, Optional.of(table));
        Digraph graph =
                dependencies
                        .map(DependencyGraph::links)
                        .orElse(Digraph.EMPTY)
                        .withNodes(tasks.size());
        return new CompatRun(table, timeline, rows, tasks, graph, dependencies, names);
    }

    /** The graph as these tools see it, which know nothing of edges in the records file. */
    public static Optional<DependencyGraph> graphOf(Capture capture) {
        boolean hasFile = capture.directory().dependencies().isPresent();
        boolean byIds = !hasFile && capture.swimlane().flatMap(SwimlaneTable::fanin).isPresent();
        return byIds ? Optional.empty() : capture.dependencies();
    }

    /** True when a task runs the same kernel on several cores. */
    public boolean isSpmd(int task) {
        if (tasks.isSubmitted(task)) {
            return tasks.blockCount(task) > 1;
        }
        int first = tasks.firstRun(task);
        int count = tasks.runCount(task);
        for (int row = first + 1; row < first + count; row++) {
            if (rows.coreType(row) != rows.coreType(first)) {
                return false;
            }
        }
        return count > 1;
    }
}
