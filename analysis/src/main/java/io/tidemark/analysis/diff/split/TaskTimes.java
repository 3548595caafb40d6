package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;

/** When each task of a run could start, and what it waited for until it did. One thread. */
final class TaskTimes {
    private static final long UNKNOWN = KernelRuns.NONE;

    private final CaptureModel model;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final Stretches frozen;
    private final Stretches full;
    private long[] coreFree; // by run, when first asked for

    TaskTimes(CaptureModel model, Stretches frozen, Stretches full) {
        this.model = model;
        this.runs = model.runs();
        this.tasks = model.tasks();
        this.frozen = frozen;
        this.full = full;
    }

    CaptureModel model() {
        return model;
    }

    /** The run that started first, {@link Tasks#NONE} when no core ran the task. */
    private int firstRun(int task) {
        int chosen = Tasks.NONE;
        int first = tasks.firstRun(task);
        for (int run = first; run < first + tasks.runCount(task); run++) {
            boolean isEarlier = chosen == Tasks.NONE || runs.start(run) < runs.start(chosen);
            chosen = runs.isTimed(run) && isEarlier ? run : chosen;
        }
        return chosen;
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
        long ready = model.dependencies().isPresent() ? model.readiness().dataReady(task) : UNKNOWN;
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
        if (coreFree == null) {
            coreFree = previousEnds();
        }
        return coreFree[firstRun(task)];
    }

    private long[] previousEnds() {
        RowGroups byCore = runs.timedByCore();
        long[] previous = new long[runs.size()];
        for (int core = 0; core < byCore.count(); core++) {
            long end = UNKNOWN;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                previous[run] = end;
                end = Math.max(end, runs.end(run));
            }
        }
        return previous;
    }
}
