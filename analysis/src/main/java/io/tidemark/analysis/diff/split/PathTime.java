package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.ObservedPath;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.capture.model.CaptureModel;
import java.util.BitSet;
import java.util.List;

/**
 * Where every nanosecond of one makespan went, along its observed critical path:
 *
 * <pre>
 *   begin ── opening ──▶ submitted ── wait ──▶ step ── wait ──▶ step ... ──▶ end
 * </pre>
 *
 * A task that waited for its submit was delayed by the orchestrator and by no earlier task. The
 * last such task is the first step, and all time up to its submit is the opening. If no task waited
 * for its submit, the opening is empty. One thread.
 */
public final class PathTime {
    private final TaskTimes times;
    private final long begin;
    private final long makespan;
    private final List<String> notes;
    private final long opened;
    private final int[] task; // of each step behind the opening, by the number of the model
    private final long[] start;
    private final long[] end;
    private final long[] stall; // before the start
    private final long[] compute;
    private final BitSet isAfterCore = new BitSet(); // the last wait of a step was for its core
    private Waits totals;

    private PathTime(TaskTimes times, ObservedPath path) {
        this.times = times;
        begin = path.beginNanos();
        makespan = path.makespanNanos();
        notes = path.notes();
        List<PathStep> steps = path.steps();
        int cut = steps.size() - 1;
        while (cut >= 0 && steps.get(cut).submit() == 0) {
            cut--;
        }
        int first = Math.max(0, cut);
        opened = cut < 0
                ? begin
                : begin
                        + steps.get(cut).start()
                        - steps.get(cut).stall()
                        + steps.get(cut).submit();
        int size = steps.size() - first;
        task = new int[size];
        start = new long[size];
        end = new long[size];
        stall = new long[size];
        compute = new long[size];
        for (int at = 0; at < size; at++) {
            PathStep step = steps.get(first + at);
            task[at] = times.model().tasks().find(step.taskId());
            start[at] = begin + step.start();
            end[at] = start[at] + step.duration();
            stall[at] = step.stall();
            compute[at] = step.compute();
            isAfterCore.set(at, step.link() != Link.DATA);
        }
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

    TaskTimes times() {
        return times;
    }

    public CaptureModel model() {
        return times.model();
    }

    public long beginNanos() {
        return begin;
    }

    public long makespanNanos() {
        return makespan;
    }

    /** What the capture cannot tell about waits, a sentence each. */
    public List<String> notes() {
        return notes;
    }

    /** When the first step was submitted; the begin of the makespan if it did not wait for that. */
    long openedNanos() {
        return opened;
    }

    /** Steps behind the opening. */
    public int size() {
        return task.length;
    }

    /** The task of a step, by the number of the model. */
    public int task(int step) {
        return task[step];
    }

    /** When the task of a step started, on the axis of the capture. */
    long start(int step) {
        return start[step];
    }

    long end(int step) {
        return end[step];
    }

    /** What a step waited for last: another task's end, or the end of a task on its core. */
    Cause link(int step) {
        return isAfterCore.get(step) ? Cause.CORE : Cause.DEPENDENCY;
    }

    /** What a step takes of the makespan, with the wait before it. */
    public long nanos(int step) {
        return step == 0 ? end[0] - opened : compute[step] + stall[step];
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
        times.opening(begin, opened, waits);
        for (int step = 0; step < size(); step++) {
            long from = step == 0 ? opened : start[step] - stall[step];
            times.untilStart(task[step], from, start[step], waits);
            if (step + 1 < size()) {
                waits.add(link(step + 1), compute[step]);
            }
        }
        return waits;
    }
}
