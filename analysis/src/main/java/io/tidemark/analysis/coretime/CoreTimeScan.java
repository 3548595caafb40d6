package io.tidemark.analysis.coretime;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.join.Readiness;
import io.tidemark.analysis.join.RowsByCore;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.SubmitTimes;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the makespan of every core into the parts of {@link CorePart}. What a core did while it
 * ran a task is compute; the idle time before a run is read off the task that ended it:
 *
 * <pre>
 *   previous end ─────────▶ ready ───▶ submit ──────────▶ dispatch ─────────▶ start
 *              DEPENDENCY       SUBMIT    SLOT, SCHEDULER          CORE_START
 * </pre>
 *
 * One thread; lives for one question.
 */
final class CoreTimeScan {
    private static final long SAME_DISPATCH_NANOS = 1000; // halves of a task leave this close
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Run run;
    private final RunRows rows;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final FrozenTime frozen;
    private final Makespan makespan;
    private final RowsByCore byCore;
    private final long[] slotFree;

    CoreTimeScan(Run run, FrozenTime frozen) {
        this.run = run;
        this.rows = run.rows();
        this.frozen = frozen;
        readiness = new Readiness(run);
        submits = new SubmitTimes(run);
        makespan = Makespan.of(rows);
        byCore = new RowsByCore(rows, rows::isTimed, rows::start);
        slotFree = slotFree();
    }

    CoreTimes times() {
        SwimlaneMetadata metadata = run.table().metadata();
        int count = Math.max(metadata.coreCount(), byCore.cores());
        List<CoreTime> cores = new ArrayList<>();
        for (int core = 0; core < count; core++) {
            boolean hasRows = core < byCore.cores();
            int runs = hasRows ? byCore.end(core) - byCore.begin(core) : 0;
            CoreType type = metadata.coreType(core);
            cores.add(new CoreTime(1, core, type, runs, partsOf(core, runs)));
        }
        return new CoreTimes(makespan, cores);
    }

    private long[] partsOf(int core, int runs) {
        long[] parts = new long[CorePart.values().length];
        long cursor = makespan.beginNanos();
        for (int at = 0; at < runs; at++) {
            int row = byCore.row(byCore.begin(core) + at);
            long start = rows.startNanos(row);
            if (start > cursor) {
                gap(parts, cursor, start, row);
                cursor = start;
            }
            bill(parts, CorePart.COMPUTE, cursor, rows.endNanos(row));
            cursor = Math.max(cursor, rows.endNanos(row));
        }
        bill(parts, CorePart.NO_WORK, cursor, makespan.endNanos());
        return parts;
    }

    private void gap(long[] parts, long from, long to, int row) {
        int unit = run.index().unitOfRow(row);
        long submit = nanos(submits.end(unit));
        long dispatch = rows.hasDispatch(row) ? Timeline.nanos(rows.dispatch(row)) : UNKNOWN;
        long at = from;
        if (run.dependencies().isPresent() && run.index().isNode(unit)) {
            at = step(parts, CorePart.DEPENDENCY, at, to, nanos(readiness.dataReady(unit)));
            at = step(parts, CorePart.SUBMIT, at, to, submit);
            at = step(parts, CorePart.SLOT, at, to, Math.min(slotFree[row], dispatch));
        } else {
            at = step(parts, CorePart.SUBMIT, at, to, submit);
            at = step(parts, CorePart.UNKNOWN, at, to, dispatch == UNKNOWN ? to : dispatch);
        }
        if (dispatch == UNKNOWN) {
            step(parts, CorePart.UNKNOWN, at, to, to);
        } else {
            at = step(parts, CorePart.SCHEDULER, at, to, dispatch);
            step(parts, CorePart.CORE_START, at, to, to);
        }
    }

    /** A moment that is not known, or of a root, lies before every other. */
    private static long nanos(double micros) {
        return micros == Double.NEGATIVE_INFINITY ? UNKNOWN : Timeline.nanos(micros);
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

    /**
     * For runs of a task on cores of both types that left together: when the last of those cores
     * had ended what it ran before. Before everything for all other runs.
     */
    private long[] slotFree() {
        long[] free = new long[rows.size()];
        java.util.Arrays.fill(free, UNKNOWN);
        if (run.dependencies().isEmpty()) {
            return free;
        }
        DependencyGraph graph = run.dependencies().get();
        long[] previousEnd = previousEnds();
        for (int first = 0; first < rows.size(); ) {
            int unit = run.index().unitOfRow(first);
            int last = first + run.index().rowCount(unit);
            if (run.index().isNode(unit) && isMixed(graph, unit)) {
                spread(free, previousEnd, first, last);
            }
            first = last;
        }
        return free;
    }

    private void spread(long[] free, long[] previousEnd, int first, int last) {
        for (int one = first; one < last; one++) {
            for (int other = first; other < last; other++) {
                if (rows.hasDispatch(one) && rows.hasDispatch(other)) {
                    double apart = Math.abs(rows.dispatch(one) - rows.dispatch(other));
                    if (Timeline.nanos(apart) <= SAME_DISPATCH_NANOS) {
                        free[one] = Math.max(free[one], previousEnd[other]);
                    }
                }
            }
        }
    }

    private long[] previousEnds() {
        long[] previousEnd = new long[rows.size()];
        for (int core = 0; core < byCore.cores(); core++) {
            long end = UNKNOWN;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int row = byCore.row(at);
                previousEnd[row] = end;
                end = Math.max(end, rows.endNanos(row));
            }
        }
        return previousEnd;
    }

    private static boolean isMixed(DependencyGraph graph, int node) {
        return graph.kernel(node, 0) >= 0
                && (graph.kernel(node, 1) >= 0 || graph.kernel(node, 2) >= 0);
    }
}
