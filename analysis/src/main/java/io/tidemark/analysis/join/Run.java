package io.tidemark.analysis.join;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.FunctionSource;
import io.tidemark.capture.swimlane.JoinMode;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.Timeline;
import java.util.Optional;

/**
 * One run as the analyses see it: rows on the time axis, tasks numbered, and the graph in both
 * directions once something asks for it. Any thread may read; tasks are numbered by one thread at a
 * time.
 */
public final class Run {
    private final boolean compat;
    private final SwimlaneTable table;
    private final Timeline timeline;
    private final RunRows rows;
    private final RunIndex index;
    private final Optional<DependencyGraph> dependencies;
    private final NameMap names;
    private Optional<RunGraph> graph = Optional.empty();

    private Run(
            boolean compat,
            SwimlaneTable table,
            Timeline timeline,
            RunRows rows,
            RunIndex index,
            Optional<DependencyGraph> dependencies,
            NameMap names) {
        this.compat = compat;
        this.table = table;
        this.timeline = timeline;
        this.rows = rows;
        this.index = index;
        this.dependencies = dependencies;
        this.names = names;
    }

    /**
     * Joins the parts of a capture; linear but for one sort of the rows. With {@code compat} as
     * today's tools do, defects included.
     */
    public static Run of(
            SwimlaneTable table,
            Optional<DependencyGraph> dependencies,
            NameMap names,
            boolean compat) {
        return of(table, dependencies, names, FunctionSource.NONE, compat);
    }

    /** The same; {@code others} is asked for kernels that table and graph do not name. */
    public static Run of(
            SwimlaneTable table,
            Optional<DependencyGraph> dependencies,
            NameMap names,
            FunctionSource others,
            boolean compat) {
        Timeline timeline = Timeline.of(table, !compat);
        JoinedTasks joined =
                JoinedTasks.join(table, compat ? JoinMode.COMPAT : JoinMode.EVERY_CORE_ROW);
        dependencies.ifPresent(compat ? joined::resolveFunctionsAsToday : joined::resolveFunctions);
        joined.resolveFunctions(others);
        RunRows rows = RunRows.of(joined, timeline, compat);
        RunIndex index = new RunIndex(rows, dependencies);
        return new Run(compat, table, timeline, rows, index, dependencies, names);
    }

    public boolean compat() {
        return compat;
    }

    public SwimlaneTable table() {
        return table;
    }

    public Timeline timeline() {
        return timeline;
    }

    public RunRows rows() {
        return rows;
    }

    public RunIndex index() {
        return index;
    }

    /** Empty when the capture has no dependencies. */
    public Optional<DependencyGraph> dependencies() {
        return dependencies;
    }

    public NameMap names() {
        return names;
    }

    /** The distinct edges in both directions, made on first use; empty without dependencies. */
    public synchronized Optional<RunGraph> graph() {
        if (graph.isEmpty() && dependencies.isPresent()) {
            graph = dependencies.map(RunGraph::new);
        }
        return graph;
    }

    /** The kernel's name, or nothing when no name map knows it. */
    public Optional<String> kernelName(int function) {
        return names.name(function);
    }

    /** Blocks of a task the graph knows as submitted, else 0. */
    public int blockCount(int unit) {
        return index.isSubmitted(unit) ? dependencies.orElseThrow().blockCount(unit) : 0;
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
