package io.tidemark.analysis.criticalpath;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.criticalpath.CriticalPathReport.Wording;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.graph.LongestPath;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.names.KernelNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds the static and the observed critical path of a run. Pure; linear in runs and edges but for
 * sorts.
 */
public final class CriticalPath {
    /** Clock ticks by which a consumer may seem to start before its producer ended. */
    public static final long TOLERANCE_TICKS = 2;

    private CriticalPath() {}

    /** The paths with every dependency, and with what each stall was spent on. */
    public static CriticalPathReport of(String label, CaptureModel model) {
        TimedRuns runs = new TimedRuns(model);
        Search search = search(model, runs);
        int nodes = model.dependencies().map(graph -> graph.nodeCount()).orElse(0);
        int untimed = 0;
        for (int task = 0; task < nodes; task++) {
            untimed += search.tasks.hasRun(task) ? 0 : 1;
        }
        return search.report(
                new Heading(label, model.table().level(), 1e9, untimed), Wording.DEFAULT, runs, notes(model));
    }

    /** Only the observed path; the capture must have a timed run. */
    public static ObservedPath observed(CaptureModel model) {
        TimedRuns runs = new TimedRuns(model);
        Search search = search(model, runs);
        return new ObservedPath(search.tasks.begin(), search.tasks.finish(), search.walk(runs), notes(model));
    }

    private static Search search(CaptureModel model, TimedRuns runs) {
        TaskSpans tasks = new TaskSpans(runs, model.tasks().size(), model.tasks()::taskId);
        double nanosPerTick = model.axis().microsPerTick() * 1000.0;
        long tolerance = Math.round(TOLERANCE_TICKS * nanosPerTick);
        return Search.of(tasks, () -> PathEdges.kept(tasks, model.graph(), tolerance), tolerance);
    }

    /**
     * What a report says before its paths.
     *
     * @param unitsPerSecond units of the times
     * @param untimedCount tasks of the graph that no core ran
     */
    public record Heading(String label, int level, double unitsPerSecond, int untimedCount) {}

    /** Finds both paths of tasks and edges. One use. */
    public static final class Search {
        private final TaskSpans tasks;
        private final PathEdges edges;
        private final Ahead<CorePredecessors> cores;

        private Search(TaskSpans tasks, PathEdges edges, Ahead<CorePredecessors> cores) {
            this.tasks = tasks;
            this.edges = edges;
            this.cores = cores;
        }

        /** Makes the edges here, and what ran before each task on its core on another thread. */
        public static Search of(TaskSpans tasks, Supplier<PathEdges> edges, long tolerance) {
            Ahead<CorePredecessors> cores = Ahead.of("path-cores", () -> new CorePredecessors(tasks, tolerance));
            return new Search(tasks, edges.get(), cores);
        }

        public CriticalPathReport report(Heading heading, Wording wording, StepFacts facts, List<String> notes) {
            if (tasks.runs().size() == 0) {
                throw new IllegalArgumentException("tasks=0");
            }
            LongestPath chain = edges.longest();
            List<PathStep> steps = walk(facts);
            return new CriticalPathReport(
                    heading,
                    wording,
                    tasks.ranCount(),
                    edges.size(),
                    edges.broken(),
                    Arrays.stream(edges.cycle())
                            .mapToObj(task -> TaskId.label(tasks.taskId(task)))
                            .toList(),
                    tasks.finish() - tasks.begin(),
                    chain.length(),
                    Arrays.stream(chain.nodes()).mapToObj(tasks::taskId).toList(),
                    steps,
                    notes);
        }

        private List<PathStep> walk(StepFacts facts) {
            return new ObservedWalk(tasks, edges, cores.get(), facts).run();
        }
    }

    /** The runs of a model that have a length, and what it knows of their tasks. */
    private static final class TimedRuns implements PathRuns, StepFacts {
        private final CaptureModel model;
        private final KernelRuns runs;
        private final Tasks tasks;
        private final SubmitTimes submits;
        private final KernelNames names;
        private final int[] timed;

        TimedRuns(CaptureModel model) {
            this.model = model;
            this.runs = model.runs();
            this.tasks = model.tasks();
            this.submits = model.submits();
            this.names = model.names();
            timed = new int[runs.timedCount()];
            int count = 0;
            for (int run = 0; run < runs.size(); run++) {
                if (runs.isTimed(run)) {
                    timed[count++] = run;
                }
            }
        }

        @Override
        public int size() {
            return timed.length;
        }

        @Override
        public int task(int run) {
            return tasks.ofRun(timed[run]);
        }

        @Override
        public int core(int run) {
            return runs.core(timed[run]);
        }

        @Override
        public long start(int run) {
            return runs.start(timed[run]);
        }

        @Override
        public long end(int run) {
            return runs.end(timed[run]);
        }

        /** Those of the model where no run is left out, so that they are sorted once. */
        @Override
        public RowGroups byCore() {
            return timed.length == runs.size() ? runs.timedByCore() : PathRuns.super.byCore();
        }

        @Override
        public String kernel(int task) {
            return names.of(model.kernelOf(task));
        }

        @Override
        public StallParts stall(int task, long begin, long start) {
            return StallParts.of(submits.end(task), firstDispatch(task), begin, start);
        }

        private long firstDispatch(int task) {
            long first = KernelRuns.NONE;
            int end = tasks.firstRun(task) + tasks.runCount(task);
            for (int run = tasks.firstRun(task); run < end; run++) {
                boolean counts = runs.isTimed(run) && runs.hasDispatch(run);
                boolean isEarlier = first == KernelRuns.NONE || runs.dispatch(run) < first;
                first = counts && isEarlier ? runs.dispatch(run) : first;
            }
            return first;
        }
    }

    private static List<String> notes(CaptureModel model) {
        List<String> notes = new ArrayList<>();
        if (model.dependencies().isEmpty()) {
            notes.add("The capture has no dependencies: only waiting for a core is seen, and the"
                    + " static path is one task.");
        }
        int level = model.table().level();
        if (model.table().aicpu().size() == 0) {
            notes.add("The capture has no dispatch times (level " + level + "): what a stall was spent on is unknown.");
        } else if (model.table().orchestratorSubmits().size() == 0
                && model.table().hostSubmits().size() == 0) {
            notes.add("The capture has no submit times (level "
                    + level
                    + "): waiting for a submit counts as waiting for the"
                    + " scheduler.");
        } else if (model.axis().isHostMode() && !model.axis().isClockAligned()) {
            notes.add("Host and device clocks are not aligned: waiting for a submit cannot be seen.");
        }
        return notes;
    }
}
