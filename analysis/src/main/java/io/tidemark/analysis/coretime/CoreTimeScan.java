package io.tidemark.analysis.coretime;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final long UNKNOWN = KernelRuns.NONE;

    private final CaptureModel model;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final FrozenTime frozen;
    private final Makespan makespan;
    private final RowGroups byCore;
    private final long[] slotFree;

    CoreTimeScan(CaptureModel model, FrozenTime frozen) {
        this.model = model;
        this.runs = model.runs();
        this.tasks = model.tasks();
        this.frozen = frozen;
        readiness = model.readiness();
        submits = model.submits();
        makespan = Makespan.of(runs);
        byCore = runs.timedByCore();
        slotFree = slotFree();
    }

    CoreTimes times() {
        SwimlaneMetadata metadata = model.table().metadata();
        int known = Math.max(metadata.coreCount(), byCore.count());
        List<CoreTime> cores = new ArrayList<>();
        for (int core = 0; core < known; core++) {
            boolean hasRows = core < byCore.count();
            int count = hasRows ? byCore.end(core) - byCore.begin(core) : 0;
            CoreType type = metadata.coreType(core);
            cores.add(new CoreTime(1, core, type, count, partsOf(core, count)));
        }
        return new CoreTimes(makespan, cores);
    }

    private long[] partsOf(int core, int count) {
        long[] parts = new long[CorePart.values().length];
        long cursor = makespan.beginNanos();
        for (int at = 0; at < count; at++) {
            int run = byCore.row(byCore.begin(core) + at);
            long start = runs.start(run);
            if (start > cursor) {
                gap(parts, cursor, start, run);
                cursor = start;
            }
            bill(parts, CorePart.COMPUTE, cursor, runs.end(run));
            cursor = Math.max(cursor, runs.end(run));
        }
        bill(parts, CorePart.NO_WORK, cursor, makespan.endNanos());
        return parts;
    }

    private void gap(long[] parts, long from, long to, int run) {
        int task = tasks.ofRun(run);
        long submit = submits.end(task);
        long dispatch = runs.dispatch(run);
        long at = from;
        if (model.dependencies().isPresent() && tasks.isNode(task)) {
            at = step(parts, CorePart.DEPENDENCY, at, to, readiness.dataReady(task));
            at = step(parts, CorePart.SUBMIT, at, to, submit);
            at = step(parts, CorePart.SLOT, at, to, Math.min(slotFree[run], dispatch));
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
        long[] free = new long[runs.size()];
        Arrays.fill(free, UNKNOWN);
        if (model.dependencies().isEmpty()) {
            return free;
        }
        DependencyGraph graph = model.dependencies().get();
        long[] previousEnd = previousEnds();
        for (int first = 0; first < runs.size(); ) {
            int task = tasks.ofRun(first);
            int last = first + tasks.runCount(task);
            if (tasks.isNode(task) && isMixed(graph, task)) {
                spread(free, previousEnd, first, last);
            }
            first = last;
        }
        return free;
    }

    private void spread(long[] free, long[] previousEnd, int first, int last) {
        for (int one = first; one < last; one++) {
            for (int other = first; other < last; other++) {
                boolean known = runs.hasDispatch(one) && runs.hasDispatch(other);
                if (known
                        && Math.abs(runs.dispatch(one) - runs.dispatch(other))
                                <= SAME_DISPATCH_NANOS) {
                    free[one] = Math.max(free[one], previousEnd[other]);
                }
            }
        }
    }

    private long[] previousEnds() {
        long[] previousEnd = new long[runs.size()];
        for (int core = 0; core < byCore.count(); core++) {
            long end = UNKNOWN;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                previousEnd[run] = end;
                end = Math.max(end, runs.end(run));
            }
        }
        return previousEnd;
    }

    private static boolean isMixed(DependencyGraph graph, int node) {
        return graph.kernel(node, 0) >= 0
                && (graph.kernel(node, 1) >= 0 || graph.kernel(node, 2) >= 0);
    }
}
