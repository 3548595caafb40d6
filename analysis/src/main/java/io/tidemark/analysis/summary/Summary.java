package io.tidemark.analysis.summary;

import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.TaskId;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.RecordedKernels;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.JoinMode;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a capture on one page. Reads every part once. One thread. */
public final class Summary {
    private Summary() {}

    public static SummaryReport of(Capture capture, String label) {
        Optional<SwimlaneTable> swimlane = capture.swimlane();
        Optional<DependencyGraph> graph = capture.dependencies();
        Optional<SummaryReport.Run> run =
                swimlane.filter(table -> table.aicore().size() > 0)
                        .map(table -> run(capture, table, graph));
        List<Hint> hints = Hints.of(capture, run);
        return new SummaryReport(label, capture.verdict(), contents(capture), run, hints);
    }

    private static SummaryReport.Run run(
            Capture capture, SwimlaneTable table, Optional<DependencyGraph> graph) {
        JoinedTasks tasks = JoinedTasks.join(table, JoinMode.EVERY_CORE_ROW);
        graph.ifPresent(tasks::resolveFunctions);
        tasks.resolveFunctions(new RecordedKernels(capture));
        CoreTimes times =
                new CoreTimes(tasks, new TaskTicks(tasks, graph), graph, capture.certificate());
        List<CoreTime> cores = times.cores();
        double nanosPerTick = 1e9 / table.metadata().clockHz();
        long coreTicks = 0;
        for (CoreTime core : cores) {
            coreTicks += core.tasks() > 0 ? core.totalTicks() : 0;
        }
        List<KernelTime> kernels =
                new KernelTimes(nanosPerTick, times.makespanTicks(), coreTicks)
                        .of(tasks, times, capture.names());
        return new SummaryReport.Run(
                table.era(),
                table.level(),
                nanosPerTick,
                times.makespanTicks(),
                distinctTasks(tasks),
                tasks.size(),
                kernels,
                cores,
                SchedulerTime.of(
                        table.schedulerPhases(),
                        times.beginTick(),
                        times.beginTick() + times.makespanTicks()));
    }

    private static int distinctTasks(JoinedTasks tasks) {
        int distinct = 0;
        for (int task = 0; task < tasks.size(); task++) {
            distinct += task == 0 || tasks.taskId(task) != tasks.taskId(task - 1) ? 1 : 0;
        }
        return distinct;
    }

    /** A kernel that threw has a record like one that ended; nobody is to take it for that. */
    private static String failed(AicoreRows rows) {
        int failed = 0;
        int first = -1;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isFailed(row)) {
                failed++;
                first = first < 0 ? row : first;
            }
        }
        return failed == 0
                ? ""
                : " (%d of a kernel that threw, task %s on core %d%s)"
                        .formatted(
                                failed,
                                TaskId.label(rows.taskId(first)),
                                rows.core(first),
                                failed == 1 ? "" : " first");
    }

    private static List<String> contents(Capture capture) {
        List<String> contents = new ArrayList<>();
        capture.swimlane()
                .ifPresent(
                        table ->
                                contents.add(
                                        "swimlane level %d with %s%s"
                                                .formatted(
                                                        table.level(),
                                                        Units.plural(
                                                                table.aicore().size(),
                                                                "core record"),
                                                        failed(table.aicore()))));
        capture.dependencies()
                .ifPresent(
                        graph ->
                                contents.add(
                                        "graph of %s and %s"
                                                .formatted(
                                                        Units.plural(graph.nodeCount(), "node"),
                                                        Units.plural(
                                                                graph.edges().size(),
                                                                "edge record"))));
        capture.args()
                .map(ArgsManifest::size)
                .ifPresent(size -> contents.add("dump of " + Units.plural(size, "argument")));
        capture.scopes()
                .map(ScopeTable::size)
                .ifPresent(size -> contents.add(Units.plural(size, "scope sample")));
        capture.pmu()
                .map(PmuTable::size)
                .ifPresent(size -> contents.add(Units.plural(size, "counter record")));
        return contents;
    }
}
