package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.Tasks;
import java.util.HashMap;
import java.util.Map;

/** When each task of a run could start, and what it waited for until it did. One thread. */
final class TaskTimes {
    private static final long UNKNOWN = KernelRuns.NONE;
    private static final int FEW_RUNS = 8; // of a task; looked through whenever it is asked about

    private final CaptureModel model;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final Stretches frozen;
    private final Stretches full;
    private final Digraph graph;
    private final Readiness readiness;
    private final long tolerance;
    private final Map<Integer, Extent> extents = new HashMap<>(); // of tasks of many runs
    private int[] runBefore; // by run, when first asked for

    /** The run of a task that started first, and when the last one ended. */
    private record Extent(int firstRun, long end) {}

    TaskTimes(CaptureModel model, Stretches frozen, Stretches full) {
        this.model = model;
        this.runs = model.runs();
        this.tasks = model.tasks();
        graph = model.graph();
        readiness = model.readiness();
        tolerance = Math.round(CriticalPath.TOLERANCE_TICKS * model.axis().microsPerTick() * 1000);
        this.frozen = frozen;
        this.full = full;
    }

    CaptureModel model() {
        return model;
    }

    /** The run that started first, {@link Tasks#NONE} when no core ran the task. */
    int firstRun(int task) {
        return tasks.runCount(task) > FEW_RUNS ? extent(task).firstRun() : earliestRun(task);
    }

    private int earliestRun(int task) {
        int chosen = Tasks.NONE;
        int first = tasks.firstRun(task);
        for (int run = first; run < first + tasks.runCount(task); run++) {
            boolean isEarlier = chosen == Tasks.NONE || runs.start(run) < runs.start(chosen);
            chosen = runs.isTimed(run) && isEarlier ? run : chosen;
        }
        return chosen;
    }

    /** The extent of a task with many blocks is computed once, because every block asks for it. */
    private Extent extent(int task) {
        return extents.computeIfAbsent(task, wide -> new Extent(earliestRun(wide), latestEnd(wide)));
    }

    boolean hasRun(int task) {
        return firstRun(task) != Tasks.NONE;
    }

    /** First start of a task that ran. */
    long start(int task) {
        return runs.start(firstRun(task));
    }

    /** Last end of a task that ran. */
    long end(int task) {
        return tasks.runCount(task) > FEW_RUNS ? extent(task).end() : latestEnd(task);
    }

    private long latestEnd(int task) {
        long end = Long.MIN_VALUE;
        int first = tasks.firstRun(task);
        for (int run = first; run < first + tasks.runCount(task); run++) {
            end = runs.isTimed(run) ? Math.max(end, runs.end(run)) : end;
        }
        return end;
    }

    /** End of a task's submit, {@link KernelRuns#NONE} when not known. */
    long submitted(int task) {
        return model.submits().end(task);
    }

    /** When the data of a task was there and it was submitted, as far as that is known. */
    long readyNanos(int task) {
        long ready = model.dependencies().isPresent() ? readiness.dataReady(task) : UNKNOWN;
        return Math.max(ready, submitted(task));
    }

    /** Bills the time of the orchestrator between two moments. */
    void opening(long from, long to, Waits waits) {
        if (to <= from) {
            return;
        }
        long held = frozen.between(from, to);
        long waited = Math.min(full.between(from, to), to - from - held);
        waits.add(Cause.FREEZE, held);
        waits.add(Cause.RING, waited);
        waits.add(Cause.SUBMIT, to - from - held - waited);
    }

    /**
     * Bills what a task waited for between a moment and its start: for its producers, for its core,
     * for its submit, then for the scheduler.
     */
    void untilStart(int task, long from, long start, Waits waits) {
        long ready = model.dependencies().isPresent() ? readiness.dataReady(task) : UNKNOWN;
        long at = step(Cause.DEPENDENCY, from, start, ready, waits);
        at = step(Cause.CORE, at, start, coreFree(task), waits);
        long submitted = Math.clamp(submitted(task), at, start);
        opening(at, submitted, waits);
        Cause rest = hasDispatch(task) ? Cause.SCHEDULER : Cause.UNKNOWN;
        step(rest, submitted, start, start, waits);
    }

    private long step(Cause cause, long from, long start, long until, Waits waits) {
        long to = Math.clamp(until, from, start);
        long held = frozen.between(from, to);
        waits.add(Cause.FREEZE, held);
        waits.add(cause, to - from - held);
        return to;
    }

    private boolean hasDispatch(int task) {
        return runs.hasDispatch(firstRun(task));
    }

    /** When the core of a task's first run had ended what it ran before. */
    private long coreFree(int task) {
        int before = runBefore(task);
        return before == Tasks.NONE ? UNKNOWN : runs.end(before);
    }

    /** Of the runs before a task on the core of its first run the one that ended last. */
    private int runBefore(int task) {
        if (runBefore == null) {
            runBefore = runsBefore();
        }
        return runBefore[firstRun(task)];
    }

    private int[] runsBefore() {
        RowGroups byCore = runs.timedByCore();
        int[] before = new int[runs.size()];
        for (int core = 0; core < byCore.count(); core++) {
            int latest = Tasks.NONE;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                before[run] = latest;
                latest = latest == Tasks.NONE || runs.end(run) > runs.end(latest) ? run : latest;
            }
        }
        return before;
    }

    /** The task that held the core of a task before it, {@link Tasks#NONE} if there is none. */
    int beforeOnCore(int task) {
        int run = runBefore(task);
        int before = run == Tasks.NONE ? Tasks.NONE : tasks.ofRun(run);
        return before != Tasks.NONE && precedes(before, task) ? before : Tasks.NONE;
    }

    /**
     * The producer that a task waited for last, directly or through tasks that no core ran; {@link
     * Tasks#NONE} if there is none.
     */
    int producer(int task) {
        int found = latestProducer(task, task);
        for (int steps = 0; // a damaged graph may have a cycle
                found != Tasks.NONE && !hasRun(found) && steps < tasks.size();
                steps++) {
            found = latestProducer(found, task);
        }
        return found != Tasks.NONE && hasRun(found) ? found : Tasks.NONE;
    }

    private int latestProducer(int task, int consumer) {
        int latest = Tasks.NONE;
        for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
            int producer = graph.predecessor(at);
            boolean counts = producer != task
                    && readiness.completion(producer) != UNKNOWN
                    && (!hasRun(producer) || precedes(producer, consumer));
            boolean isLater = latest == Tasks.NONE || readiness.completion(producer) > readiness.completion(latest);
            latest = counts && isLater ? producer : latest;
        }
        return latest;
    }

    /** Whether a task lies before another: a walk back must get earlier. */
    private boolean precedes(int task, int other) {
        return end(task) <= start(other) + tolerance
                && (start(task) < start(other) || start(task) == start(other) && end(task) < end(other));
    }
}
