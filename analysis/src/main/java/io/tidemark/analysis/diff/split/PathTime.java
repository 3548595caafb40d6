package io.tidemark.analysis.diff.split;

import io.tidemark.analysis.coretime.Stretches;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.ObservedPath;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.criticalpath.PathStep.Link;
import io.tidemark.capture.model.CaptureModel;
import java.util.Arrays;
import java.util.List;

/**
 * Where every nanosecond of one makespan went: the steps of the observed critical path, each with
 * its compute and the parts of the stall before it. Immutable.
 */
public final class PathTime {
    private static final int STALLS = Cause.STALLS.size();

    private final CaptureModel model;
    private final long makespan;
    private final int[] task;
    private final long[] compute;
    private final long[] stalls; // a row of Cause.STALLS for each step
    private final Cause[] reason;
    private final int[] stepOfTask;
    private final List<String> notes;

    private PathTime(CaptureModel model, ObservedPath path, Stretches frozen, Stretches full) {
        this.model = model;
        List<PathStep> steps = path.steps();
        makespan = path.makespanNanos();
        notes = path.notes();
        task = new int[steps.size()];
        compute = new long[steps.size()];
        stalls = new long[steps.size() * STALLS];
        reason = new Cause[steps.size()];
        stepOfTask = new int[model.tasks().size()];
        Arrays.fill(stepOfTask, -1);
        for (int at = 0; at < task.length; at++) {
            PathStep step = steps.get(at);
            task[at] = model.tasks().find(step.taskId());
            compute[at] = step.compute();
            stepOfTask[task[at]] = at;
            reason[at] = at + 1 < task.length ? reason(steps.get(at + 1).link()) : Cause.STEPS;
            long begin = path.beginNanos() + step.start() - step.stall();
            long submitted = begin + step.submit();
            long dispatched = submitted + step.scheduler();
            long started = dispatched + step.pickup();
            long held = frozen.between(begin, submitted);
            long waited = Math.min(full.between(begin, submitted), step.submit() - held);
            bill(at, Cause.RING, waited);
            bill(at, Cause.SUBMIT, step.submit() - held - waited);
            bill(at, Cause.FREEZE, held);
            bill(at, Cause.SCHEDULER, submitted, dispatched, frozen);
            bill(at, Cause.CORE_START, dispatched, started, frozen);
            bill(at, Cause.UNKNOWN, started, started + step.unknown(), frozen);
        }
    }

    /**
     * The path of a run.
     *
     * @param frozen when the profiler held the device back
     * @param full when the orchestrator waited for a ring
     */
    public static PathTime of(CaptureModel model, Stretches frozen, Stretches full) {
        return new PathTime(model, CriticalPath.observed(model), frozen, full);
    }

    /** Why the path goes through a task: because of what the task behind it waited for. */
    private static Cause reason(Link next) {
        return next == Link.DATA ? Cause.DEPENDENCY : Cause.CORE;
    }

    private void bill(int step, Cause cause, long from, long to, Stretches frozen) {
        long held = frozen.between(from, to);
        bill(step, Cause.FREEZE, held);
        bill(step, cause, to - from - held);
    }

    private void bill(int step, Cause cause, long nanos) {
        stalls[step * STALLS + Cause.STALLS.indexOf(cause)] += nanos;
    }

    public CaptureModel model() {
        return model;
    }

    public long makespanNanos() {
        return makespan;
    }

    /** What the capture cannot tell about stalls, a sentence each. */
    public List<String> notes() {
        return notes;
    }

    /** The nanoseconds of a cause on this path alone; 0 for those that only a comparison has. */
    public long nanos(Cause cause) {
        int part = Cause.STALLS.indexOf(cause);
        long sum = 0;
        for (int step = 0; step < task.length; step++) {
            sum += part >= 0 ? stall(step, part) : reason[step] == cause ? compute[step] : 0;
        }
        return sum;
    }

    public int size() {
        return task.length;
    }

    /** The task of a step, by the number of the model. */
    public int task(int step) {
        return task[step];
    }

    /** What of a task the path waited for. */
    public long compute(int step) {
        return compute[step];
    }

    /** A part of the stall before a step, one of {@link Cause#STALLS}. */
    long stall(int step, int part) {
        return stalls[step * STALLS + part];
    }

    /** The whole stall before a step. */
    long stall(int step) {
        long sum = 0;
        for (int part = 0; part < STALLS; part++) {
            sum += stall(step, part);
        }
        return sum;
    }

    /** A step with the stall before it. */
    public long nanos(int step) {
        return compute[step] + stall(step);
    }

    /** Why a step is on the path. */
    Cause reason(int step) {
        return reason[step];
    }

    /** The step of a task, -1 when the path does not go through it. */
    public int stepOf(int ofTask) {
        return stepOfTask[ofTask];
    }
}
