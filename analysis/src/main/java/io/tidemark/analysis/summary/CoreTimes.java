package io.tidemark.analysis.summary;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.CoreType;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Splits the makespan of every core into the parts of {@link CorePart}. What a core did while it
 * ran a task is compute; the idle time before a run is read off the task that ended it:
 *
 * <pre>
 *   previous end ── submit ───────▶ ready ──────────▶ dispatch ─────────▶ start
 *        SUBMIT          DEPENDENCY       SLOT, SCHEDULER      SCHEDULER
 * </pre>
 *
 * One thread; lives for one question.
 */
final class CoreTimes {
    private static final double SAME_DISPATCH_MICROS = 1.0; // halves of a task leave this close

    private final JoinedTasks tasks;
    private final TaskTicks ticks;
    private final FrozenTime frozen;
    private final long beginTick;
    private final long endTick;
    private final long[] slotFreeTick;

    CoreTimes(
            JoinedTasks tasks,
            TaskTicks ticks,
            Optional<DependencyGraph> graph,
            Optional<Certificate> certificate) {
        this.tasks = tasks;
        this.ticks = ticks;
        frozen = FrozenTime.of(certificate);
        long begin = Long.MAX_VALUE;
        long end = 0;
        for (int task = 0; task < tasks.size(); task++) {
            if (isTimed(task)) {
                begin = Math.min(begin, tasks.startTick(task));
                end = Math.max(end, tasks.endTick(task));
            }
        }
        beginTick = end == 0 ? 0 : begin;
        endTick = end;
        slotFreeTick = slotFreeTicks(graph);
    }

    /** Ticks from the first start to the last end. */
    long makespanTicks() {
        return endTick - beginTick;
    }

    long beginTick() {
        return beginTick;
    }

    boolean isTimed(int task) {
        return tasks.startTick(task) > 0 && tasks.endTick(task) >= tasks.startTick(task);
    }

    List<CoreTime> cores() {
        SwimlaneMetadata metadata = tasks.table().metadata();
        int[][] byCore = runsByCore();
        List<CoreTime> cores = new ArrayList<>();
        for (int core = 0; core < byCore.length; core++) {
            long[] parts = new long[CorePart.values().length];
            long cursor = beginTick;
            for (int task : byCore[core]) {
                long start = tasks.startTick(task);
                if (start > cursor) {
                    gap(parts, cursor, start, task);
                    cursor = start;
                }
                bill(parts, CorePart.COMPUTE, cursor, tasks.endTick(task));
                cursor = Math.max(cursor, tasks.endTick(task));
            }
            bill(parts, CorePart.NO_WORK, cursor, endTick);
            CoreType type = metadata.coreType(core);
            cores.add(new CoreTime(core, type, byCore[core].length, parts));
        }
        return cores;
    }

    private void gap(long[] parts, long from, long to, int task) {
        long submit = ticks.submitTick(tasks.taskId(task));
        long ready = ticks.readyTick(tasks.taskId(task));
        long dispatch = tasks.dispatchTick(task);
        long at = step(parts, CorePart.SUBMIT, from, to, submit);
        if (ready == TaskTicks.UNKNOWN) {
            at = step(parts, CorePart.UNKNOWN, at, to, dispatch > 0 ? dispatch : to);
        } else {
            at = step(parts, CorePart.DEPENDENCY, at, to, ready);
            at = step(parts, CorePart.SLOT, at, to, Math.min(slotFreeTick[task], dispatch));
        }
        step(parts, dispatch > 0 ? CorePart.SCHEDULER : CorePart.UNKNOWN, at, to, to);
    }

    /** Bills the time up to {@code until}, as far as it lies in the gap; answers where it ended. */
    private long step(long[] parts, CorePart part, long at, long to, long until) {
        long end = Math.clamp(until, at, to);
        bill(parts, part, at, end);
        return end;
    }

    private void bill(long[] parts, CorePart part, long from, long to) {
        if (to <= from) {
            return;
        }
        long held = part == CorePart.COMPUTE ? 0 : frozen.between(from, to);
        parts[CorePart.FREEZE.ordinal()] += held;
        parts[part.ordinal()] += to - from - held;
    }

    private int[][] runsByCore() {
        int count = tasks.table().metadata().coreCount();
        for (int task = 0; task < tasks.size(); task++) {
            count = Math.max(count, tasks.core(task) + 1);
        }
        int[] sizes = new int[count];
        for (int task = 0; task < tasks.size(); task++) {
            sizes[tasks.core(task)] += isTimed(task) ? 1 : 0;
        }
        int[][] byCore = new int[count][];
        for (int core = 0; core < count; core++) {
            byCore[core] = new int[sizes[core]];
        }
        for (int task = 0; task < tasks.size(); task++) {
            if (isTimed(task)) {
                byCore[tasks.core(task)][--sizes[tasks.core(task)]] = task;
            }
        }
        for (int core = 0; core < count; core++) {
            byCore[core] = sortedByStart(byCore[core]);
        }
        return byCore;
    }

    private int[] sortedByStart(int[] runs) {
        Integer[] boxed = Arrays.stream(runs).boxed().toArray(Integer[]::new);
        Arrays.sort(
                boxed,
                (one, other) -> {
                    int byStart = Long.compare(tasks.startTick(one), tasks.startTick(other));
                    return byStart != 0
                            ? byStart
                            : Long.compare(tasks.endTick(one), tasks.endTick(other));
                });
        return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
    }

    /**
     * For runs of a task on cores of both types that left together: when the last of those cores
     * had ended what it ran before. 0 for all other runs.
     */
    private long[] slotFreeTicks(Optional<DependencyGraph> graph) {
        long[] free = new long[tasks.size()];
        if (graph.isEmpty()) {
            return free;
        }
        long[] previousEnd = previousEnds();
        double together = SAME_DISPATCH_MICROS * tasks.table().metadata().clockHz() / 1e6;
        for (int first = 0; first < tasks.size(); ) {
            int last = first;
            while (last < tasks.size() && tasks.taskId(last) == tasks.taskId(first)) {
                last++;
            }
            if (isMixed(graph.get(), tasks.taskId(first))) {
                spread(free, previousEnd, first, last, together);
            }
            first = last;
        }
        return free;
    }

    private void spread(long[] free, long[] previousEnd, int first, int last, double together) {
        for (int one = first; one < last; one++) {
            for (int other = first; other < last; other++) {
                long apart = Math.abs(tasks.dispatchTick(one) - tasks.dispatchTick(other));
                if (apart <= together) {
                    free[one] = Math.max(free[one], previousEnd[other]);
                }
            }
        }
    }

    private long[] previousEnds() {
        long[] previousEnd = new long[tasks.size()];
        for (int[] runs : runsByCore()) {
            long end = 0;
            for (int task : runs) {
                previousEnd[task] = end;
                end = Math.max(end, tasks.endTick(task));
            }
        }
        return previousEnd;
    }

    private static boolean isMixed(DependencyGraph graph, long taskId) {
        int node = graph.nodeOf(taskId);
        return graph.kernel(node, 0) >= 0
                && (graph.kernel(node, 1) >= 0 || graph.kernel(node, 2) >= 0);
    }
}
