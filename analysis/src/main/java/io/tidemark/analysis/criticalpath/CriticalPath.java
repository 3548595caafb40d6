package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.join.Run;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.identity.TaskId;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the static and the observed critical path of a run. Pure; linear in rows and edges but for
 * sorts.
 */
public final class CriticalPath {
    /** Clock ticks by which a consumer may seem to start before its producer ended. */
    public static final long TOLERANCE_TICKS = 2;

    private CriticalPath() {}

    /** The paths with every dependency, and with what each stall was spent on. */
    public static CriticalPathReport of(String label, Run run) {
        PathTasks tasks = PathTasks.of(run);
        double nanosPerTick = run.timeline().microsPerTick() * 1000.0;
        long tolerance = Math.round(TOLERANCE_TICKS * nanosPerTick);
        DependencyGraph graph = run.dependencies().orElseGet(CriticalPath::none);
        PathEdges edges = PathEdges.of(tasks, graph, tolerance);
        return report(
                label,
                false,
                run.table().level(),
                tasks,
                edges,
                tolerance,
                KernelNames.of(graph, run.names()),
                notes(run));
    }

    /**
     * The numbers of today's tool: tasks no core ran cut the graph, submission is not looked at.
     */
    public static CriticalPathReport asToday(
            String label, SwimlaneTable table, DependencyGraph graph, NameMap names) {
        PathTasks tasks = PathTasks.asToday(table);
        PathEdges edges = PathEdges.asToday(tasks, graph, TOLERANCE_TICKS);
        return report(
                label,
                true,
                table.level(),
                tasks,
                edges,
                TOLERANCE_TICKS,
                KernelNames.asToday(graph, names),
                List.of());
    }

    private static DependencyGraph none() {
        return new DependencyGraphBuilder().build();
    }

    private static CriticalPathReport report(
            String label,
            boolean compat,
            int level,
            PathTasks tasks,
            PathEdges edges,
            long tolerance,
            KernelNames names,
            List<String> notes) {
        if (tasks.timed() == 0) {
            throw new IllegalArgumentException("tasks=0");
        }
        StaticPath chain = new StaticPath(tasks, edges);
        CorePredecessors cores = new CorePredecessors(tasks, tolerance);
        List<PathStep> steps = new ObservedWalk(tasks, edges, cores).run(names);
        return new CriticalPathReport(
                label,
                compat,
                level,
                tasks.unitsPerSecond(),
                tasks.timed(),
                tasks.size() - tasks.timed(),
                edges.size(),
                edges.broken(),
                Arrays.stream(edges.cycle())
                        .mapToObj(task -> TaskId.label(tasks.taskId(task)))
                        .toList(),
                tasks.finish() - tasks.begin(),
                chain.length(),
                Arrays.stream(chain.path()).mapToObj(tasks::taskId).toList(),
                steps,
                notes);
    }

    private static List<String> notes(Run run) {
        List<String> notes = new ArrayList<>();
        if (run.dependencies().isEmpty()) {
            notes.add(
                    "The capture has no dependencies: only waiting for a core is seen, and the"
                            + " static path is one task.");
        }
        if (run.table().aicpu().size() == 0) {
            notes.add(
                    "The capture has no dispatch times (level "
                            + run.table().level()
                            + "): what a stall was spent on is unknown.");
        } else if (run.table().orchestratorSubmits().size() == 0
                && run.table().hostSubmits().size() == 0) {
            notes.add(
                    "The capture has no submit times (level "
                            + run.table().level()
                            + "): waiting for a submit counts as waiting for the"
                            + " scheduler.");
        } else if (run.timeline().isHostMode() && !run.timeline().isClockAligned()) {
            notes.add(
                    "Host and device clocks are not aligned: waiting for a submit cannot be seen.");
        }
        return notes;
    }
}
