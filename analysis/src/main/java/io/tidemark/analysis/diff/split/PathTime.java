package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.ObservedPath;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.capture.model.CaptureModel;
import java.util.List;

/**
 * Where every nanosecond of one makespan went, along its observed critical path:
 *
 * <pre>
 *   begin ── opening ──▶ submitted ── wait ──▶ step ── wait ──▶ step ... ──▶ end
 * </pre>
 *
 * A task that waited for its submit was held up by the orchestrator and by no task before it: the
 * last such task is the first step, and all time up to its submit is the opening. Where no task
 * waited for a submit the opening is empty. One thread.
 */
public final class PathTime {
    private final TaskTimes times;
    private final ObservedPath path;
    private final int first;
    private final long opened;
    private Waits totals;

    private PathTime(TaskTimes times, ObservedPath path) {
        this.times = times;
        this.path = path;
        int cut = path.steps().size() - 1;
        while (cut >= 0 && path.steps().get(cut).submit() == 0) {
            cut--;
        }
        first = Math.max(0, cut);
        opened =
                cut < 0
                        ? path.beginNanos()
                        : begin(path.steps().get(cut)) + path.steps().get(cut).submit();
    }

    /**
     * The path of a run.
     *
     * @param frozen when the profiler held the device back
     * @param full when the orchestrator waited for a ring
     */
    public static PathTime of(CaptureModel model, Stretches frozen, Stretches full) {
        return new PathTime(new TaskTimes(model, frozen, full), CriticalPath.observed(model));
    }

    /** When the wait before a step begins. */
    private long begin(PathStep step) {
        return path.beginNanos() + step.start() - step.stall();
    }

    TaskTimes times() {
        return times;
    }

    public CaptureModel model() {
        return times.model();
    }

    public long beginNanos() {
        return path.beginNanos();
    }

    public long makespanNanos() {
        return path.makespanNanos();
    }

    /** What the capture cannot tell about waits, a sentence each. */
    public List<String> notes() {
        return path.notes();
    }

    /** When the first step was submitted; the begin of the makespan if it did not wait for that. */
    long openedNanos() {
        return opened;
    }

    /** Steps behind the opening. */
    public int size() {
        return path.steps().size() - first;
    }

    /** The task of a step, by the number of the model. */
    public int task(int step) {
        return model().tasks().find(path.steps().get(first + step).taskId());
    }

    /** When the task of a step started, on the axis of the capture. */
    long start(int step) {
        return path.beginNanos() + path.steps().get(first + step).start();
    }

    long end(int step) {
        return start(step) + path.steps().get(first + step).duration();
    }

    /** What a step waited for last: another task's end, or the end of a task on its core. */
    Cause link(int step) {
        Link link = path.steps().get(first + step).link();
        return link == Link.DATA ? Cause.DEPENDENCY : Cause.CORE;
    }

    /** What a step takes of the makespan, with the wait before it. */
    public long nanos(int step) {
        PathStep own = path.steps().get(first + step);
        return step == 0 ? end(0) - opened : own.compute() + own.stall();
    }

    /**
     * The nanoseconds of a cause on this path: of waits, and for dependency and core the computing
     * of tasks whose end another task waited for.
     */
    public long nanos(Cause cause) {
        if (totals == null) {
            totals = totals();
        }
        return totals.nanos(cause);
    }

    private Waits totals() {
        Waits waits = new Waits();
        times.opening(path.beginNanos(), opened, waits);
        for (int step = 0; step < size(); step++) {
            PathStep own = path.steps().get(first + step);
            times.untilStart(task(step), step == 0 ? opened : begin(own), start(step), waits);
            if (step + 1 < size()) {
                waits.add(link(step + 1), own.compute());
            }
        }
        return waits;
    }
}
