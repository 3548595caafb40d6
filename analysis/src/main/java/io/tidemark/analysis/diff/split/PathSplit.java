package io.tidemark.analysis.diff.split;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Tasks;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the difference of two makespans along both observed critical paths. Every nanosecond of
 * both paths is billed once, that of the first path with a minus:
 *
 * <ul>
 *   <li>a task on both paths: its compute to its kernel, its stalls to what they waited for;
 *   <li>a task that only one run has: all of its step to tasks added or removed;
 *   <li>a task on one path only: half of what it changed by to its kernel, the rest to what the
 *       path waited for there. Half, because the change of a kernel and the change of the path meet
 *       in such a step: if each path has as many of them, the kernels get the whole change and the
 *       rests cancel.
 * </ul>
 *
 * One thread; lives for one question.
 */
public final class PathSplit {
    private static final int STALLS = Cause.STALLS.size();

    private final PathTime before;
    private final PathTime after;
    private final Alignment alignment;
    private final Map<Key, Bill> bills = new LinkedHashMap<>();

    private PathSplit(PathTime before, PathTime after, Alignment alignment) {
        this.before = before;
        this.after = after;
        this.alignment = alignment;
    }

    private record Key(Cause cause, String kernel) {}

    public static Split of(PathTime before, PathTime after, Alignment alignment) {
        PathSplit split = new PathSplit(before, after, alignment);
        for (int step = 0; step < before.size(); step++) {
            split.billBefore(step);
        }
        for (int step = 0; step < after.size(); step++) {
            split.billAfter(step);
        }
        return new Split(before.makespanNanos(), after.makespanNanos(), split.parts());
    }

    private void billBefore(int step) {
        int task = before.task(step);
        int counterpart = counterpartAfter(task);
        if (counterpart == Alignment.NONE) {
            bill(Cause.REMOVED, task, counterpart, -before.compute(step) - before.stall(step));
            return;
        }
        int partner = after.stepOf(counterpart);
        long rest = 0;
        if (partner >= 0) {
            long change = after.compute(partner) - before.compute(step);
            bill(Cause.KERNEL, task, counterpart, change);
        } else {
            long change = halfChange(task, counterpart);
            bill(Cause.KERNEL, task, counterpart, change);
            rest = -before.compute(step) - change;
            bill(before.reason(step), task, counterpart, rest);
        }
        for (int part = 0; part < STALLS; part++) {
            long other = partner >= 0 ? after.stall(partner, part) : 0;
            bill(Cause.STALLS.get(part), task, counterpart, other - before.stall(step, part));
        }
    }

    private void billAfter(int step) {
        int task = after.task(step);
        int counterpart = counterpartBefore(task);
        if (counterpart == Alignment.NONE) {
            bill(Cause.ADDED, counterpart, task, after.compute(step) + after.stall(step));
            return;
        }
        if (before.stepOf(counterpart) >= 0) {
            return; // billed with its counterpart
        }
        long change = halfChange(counterpart, task);
        bill(Cause.KERNEL, counterpart, task, change);
        bill(after.reason(step), counterpart, task, after.compute(step) - change);
        for (int part = 0; part < STALLS; part++) {
            bill(Cause.STALLS.get(part), counterpart, task, after.stall(step, part));
        }
    }

    /** Rounds towards zero, so that the mirror image is exact. */
    private long halfChange(int task, int counterpart) {
        return (duration(after.model(), counterpart) - duration(before.model(), task)) / 2;
    }

    /** The counterpart of a task, if a core ran it. */
    private int counterpartAfter(int task) {
        int found = alignment.toAfter(task);
        return found != Alignment.NONE && hasRun(after.model(), found) ? found : Alignment.NONE;
    }

    private int counterpartBefore(int task) {
        int found = alignment.toBefore(task);
        return found != Alignment.NONE && hasRun(before.model(), found) ? found : Alignment.NONE;
    }

    private static boolean hasRun(CaptureModel model, int task) {
        return duration(model, task) >= 0;
    }

    /** From the first start to the last end of a task, -1 when no core ran it. */
    static long duration(CaptureModel model, int task) {
        KernelRuns runs = model.runs();
        Tasks tasks = model.tasks();
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        int first = tasks.firstRun(task);
        for (int run = first; run < first + tasks.runCount(task); run++) {
            if (runs.isTimed(run)) {
                start = Math.min(start, runs.start(run));
                end = Math.max(end, runs.end(run));
            }
        }
        return end < start ? -1 : end - start;
    }

    private void bill(Cause cause, int task, int counterpart, long nanos) {
        if (nanos == 0) {
            return;
        }
        String kernel = PairNames.of(alignment, task, counterpart);
        Key key = new Key(cause, cause == Cause.KERNEL ? kernel : "");
        bills.computeIfAbsent(key, unused -> new Bill())
                .add(
                        new Part.Behind(
                                task < 0 ? TaskId.NONE : before.model().tasks().taskId(task),
                                counterpart < 0
                                        ? TaskId.NONE
                                        : after.model().tasks().taskId(counterpart),
                                kernel,
                                nanos));
    }

    private List<Part> parts() {
        return bills.entrySet().stream()
                .map(
                        entry ->
                                new Part(
                                        entry.getKey().cause(),
                                        entry.getKey().kernel(),
                                        entry.getValue().nanos(),
                                        entry.getValue().steps(),
                                        entry.getValue().largest()))
                .filter(part -> part.nanos() != 0)
                .sorted(
                        Comparator.comparingLong((Part part) -> -Math.abs(part.nanos()))
                                .thenComparing(Part::cause)
                                .thenComparing(Part::kernel))
                .toList();
    }
}
