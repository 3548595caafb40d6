package io.tidemark.analysis.compat;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPath.Heading;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.CriticalPathReport.Wording;
import io.tidemark.analysis.criticalpath.PathEdges;
import io.tidemark.analysis.criticalpath.PathRuns;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.analysis.criticalpath.StallParts;
import io.tidemark.analysis.criticalpath.StepFacts;
import io.tidemark.analysis.criticalpath.TaskSpans;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.List;

/**
 * The paths as the tool of simpler finds them: every AICore row in file order and in ticks; tasks
 * that no core ran cut the graph; submission is not looked at. Pure.
 */
public final class CompatCriticalPath {
    private static final Wording WORDING =
            new Wording(true, CompatCriticalPath::words, CompatCriticalPath::words, false, "after");

    private CompatCriticalPath() {}

    /** The report on a table with at least one AICore row. */
    public static CriticalPathReport of(String label, SwimlaneTable table, DependencyGraph graph, NameMap names) {
        LongIndex ids = new LongIndex();
        AicoreRows rows = table.aicore();
        int[] taskOfRow = new int[rows.size()];
        for (int row = 0; row < taskOfRow.length; row++) {
            taskOfRow[row] = ids.add(rows.taskId(row));
        }
        TaskSpans tasks = new TaskSpans(new TickRuns(rows, taskOfRow), ids.size(), ids::key);
        long tolerance = CriticalPath.TOLERANCE_TICKS;
        return CriticalPath.Search.of(
                        tasks,
                        () -> PathEdges.of(
                                tasks,
                                linksAmong(ids, graph),
                                (from, to) -> from != to
                                        && tasks.end(from) <= tasks.start(to) + tolerance
                                        && tasks.start(from) < tasks.start(to)),
                        tolerance)
                .report(
                        new Heading(label, table.level(), table.metadata().clockHz(), 0),
                        WORDING,
                        new Facts(ids, graph, names),
                        List.of());
    }

    /** The dependencies between tasks that ran. */
    private static Digraph linksAmong(LongIndex ids, DependencyGraph graph) {
        int[] from = new int[graph.edges().size()];
        int[] to = new int[from.length];
        int size = 0;
        for (int edge = 0; edge < graph.edges().size(); edge++) {
            int producer = ids.find(graph.taskId(graph.edges().predecessor(edge)));
            int consumer = ids.find(graph.taskId(graph.edges().successor(edge)));
            if (producer != LongIndex.ABSENT && consumer != LongIndex.ABSENT) {
                from[size] = producer;
                to[size++] = consumer;
            }
        }
        return Digraph.of(ids.size(), size, edge -> from[edge], edge -> to[edge]);
    }

    private static String words(Link link) {
        return switch (link) {
            case DATA -> "data-wait";
            case CORE -> "core-wait";
            case FRONT -> "front-gap";
        };
    }

    /** Rows of the table, in ticks. */
    private record TickRuns(AicoreRows rows, int[] taskOfRow) implements PathRuns {
        @Override
        public int size() {
            return taskOfRow.length;
        }

        @Override
        public int task(int run) {
            return taskOfRow[run];
        }

        @Override
        public int core(int run) {
            return rows.core(run);
        }

        @Override
        public long start(int run) {
            return rows.startTick(run);
        }

        @Override
        public long end(int run) {
            return rows.endTick(run);
        }
    }

    /** Names kernels by the graph alone, and knows nothing of what a stall was spent on. */
    private record Facts(LongIndex ids, DependencyGraph graph, NameMap names) implements StepFacts {
        @Override
        public String kernel(int task) {
            int kernel = graph.firstKernel(graph.nodeOf(ids.key(task)));
            return kernel < 0 ? "unknown" : names.name(kernel).orElse("cid" + kernel);
        }

        @Override
        public StallParts stall(int task, long begin, long start) {
            return StallParts.untold(begin, start);
        }
    }
}
