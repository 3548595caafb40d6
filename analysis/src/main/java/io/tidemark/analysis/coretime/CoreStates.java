package io.tidemark.analysis.coretime;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import java.util.Arrays;
import java.util.Optional;

/**
 * The makespan of every core as a row of pieces, each with its {@link CorePart}. What a core did
 * while it ran a task is compute; the idle time before a run is read off the task that ended it:
 *
 * <pre>
 *   previous end ─────────▶ ready ───▶ submit ──────────▶ dispatch ─────────▶ start
 *              DEPENDENCY       SUBMIT    SLOT, SCHEDULER          CORE_START
 * </pre>
 *
 * The pieces are worked out while they are visited, so that a window costs its runs and a large
 * capture no room. Immutable; any thread may ask.
 */
public final class CoreStates {
    /** In place of a run: no run ended this idle time, or nothing is to blame for it. */
    public static final int NO_RUN = -1;

    private static final long SAME_DISPATCH_NANOS = 1000; // halves of a task leave this close
    private static final long UNKNOWN = KernelRuns.NONE;

    private final CaptureModel model;
    private final KernelRuns runs;
    private final Tasks tasks;
    private final boolean hasGraph;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final SwimlaneMetadata metadata;
    private final Stretches frozen;
    private final Makespan makespan;
    private final RowGroups byCore;
    private final long[] busyUntil; // by position of byCore: end of all runs up to this one
    private final int[] partner; // by run, empty when no task needs several cores at once

    private CoreStates(CaptureModel model, Stretches frozen) {
        this.model = model;
        this.runs = model.runs();
        this.tasks = model.tasks();
        this.frozen = frozen;
        hasGraph = model.dependencies().isPresent();
        metadata = model.table().metadata();
        readiness = model.readiness();
        submits = model.submits();
        makespan = Makespan.of(runs);
        byCore = runs.timedByCore();
        busyUntil = busyUntil();
        partner = partners();
    }

    /** The states of a run; the certificate knows when the profiler held it back. */
    public static CoreStates of(CaptureModel model, Optional<Certificate> certificate) {
        return new CoreStates(model, Stretches.frozen(certificate, model.axis()));
    }

    /** Sees one piece after the other. */
    public interface Visitor {
        /**
         * @param run the run that computed, or that ended this idle time; {@link #NO_RUN} when no
         *     further run came
         */
        void piece(CorePart part, long beginNanos, long endNanos, int run);
    }

    public Makespan makespan() {
        return makespan;
    }

    /** Every core the capture knows. */
    public int cores() {
        return Math.max(metadata.coreCount(), byCore.count());
    }

    public CoreType type(int core) {
        return metadata.coreType(core);
    }

    /** Timed runs on a core. */
    public int runs(int core) {
        return core < byCore.count() ? byCore.end(core) - byCore.begin(core) : 0;
    }

    /** The pieces of a core from the first start to the last end of the run. */
    public void visit(int core, Visitor visitor) {
        visit(core, makespan.beginNanos(), makespan.endNanos(), visitor);
    }

    /**
     * The pieces of a core that lie at least partly in a window, in order and at their full length.
     */
    public void visit(int core, long from, long to, Visitor visitor) {
        Visitor inside = (part, begin, end, run) -> {
            if (end > from && begin < to && end > begin) {
                visitor.piece(part, begin, end, run);
            }
        };
        int first = runs(core) == 0 ? 0 : byCore.begin(core);
        int last = first + runs(core);
        int at = firstBusyAfter(first, last, from);
        long cursor = at == first ? makespan.beginNanos() : busyUntil[at - 1];
        for (; at < last && cursor < to; at++) {
            int run = byCore.row(at);
            long start = runs.start(run);
            if (start > cursor) {
                gap(inside, cursor, start, run);
                cursor = start;
            }
            inside.piece(CorePart.COMPUTE, cursor, runs.end(run), run);
            cursor = busyUntil[at];
        }
        if (at == last && cursor < to) {
            idle(inside, CorePart.NO_WORK, cursor, makespan.endNanos(), NO_RUN);
        }
    }

    private int firstBusyAfter(int first, int last, long moment) {
        int low = first;
        int high = last;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (busyUntil[middle] <= moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void gap(Visitor visitor, long from, long to, int run) {
        int task = tasks.ofRun(run);
        long submit = submits.end(task);
        long dispatch = runs.dispatch(run);
        long at = from;
        if (hasGraph && tasks.isNode(task)) {
            at = step(visitor, CorePart.DEPENDENCY, at, to, readiness.dataReady(task), run);
            at = step(visitor, CorePart.SUBMIT, at, to, submit, run);
            at = step(visitor, CorePart.SLOT, at, to, Math.min(slotFree(run), dispatch), run);
        } else {
            at = step(visitor, CorePart.SUBMIT, at, to, submit, run);
            long until = dispatch == UNKNOWN ? to : dispatch;
            at = step(visitor, CorePart.UNKNOWN, at, to, until, run);
        }
        if (dispatch == UNKNOWN) {
            step(visitor, CorePart.UNKNOWN, at, to, to, run);
        } else {
            at = step(visitor, CorePart.SCHEDULER, at, to, dispatch, run);
            step(visitor, CorePart.CORE_START, at, to, to, run);
        }
    }

    /** Visits the part of the gap before {@code until}. Returns where that part ended. */
    private long step(Visitor visitor, CorePart part, long at, long to, long until, int run) {
        long end = Math.clamp(until, at, to);
        idle(visitor, part, at, end, run);
        return end;
    }

    /** Idle time that the profiler held the device back is the profiler's. */
    private void idle(Visitor visitor, CorePart part, long from, long to, int run) {
        if (to > from && !frozen.touch(from, to)) {
            visitor.piece(part, from, to, run);
        } else if (to > from) {
            frozen.split(
                    from,
                    to,
                    (isFrozen, begin, end) -> visitor.piece(isFrozen ? CorePart.FREEZE : part, begin, end, run));
        }
    }

    private long slotFree(int run) {
        int last = partner(run);
        return last == NO_RUN ? UNKNOWN : runs.end(last);
    }

    /**
     * The previous run on a partner core. Partner cores are those that a run needed together with
     * its own. Of their previous runs this is the one that ended last. It is {@link #NO_RUN} for a
     * run that needed one core, and if no partner core had a previous run.
     */
    public int partner(int run) {
        return partner.length == 0 ? NO_RUN : partner[run];
    }

    /**
     * The run of a producer that made the data of a run's task complete: it ended last. Tasks that
     * no core ran pass on what they waited for. {@link #NO_RUN} when the task has no such producer.
     */
    public int producer(int run) {
        int task = tasks.ofRun(run);
        if (!tasks.isNode(task)) {
            return NO_RUN;
        }
        int steps = 0;
        while (steps++ <= tasks.size()) { // a damaged graph may have a cycle
            task = latestProducer(task);
            if (task == Tasks.NONE || tasks.hasRuns(task)) {
                return task == Tasks.NONE ? NO_RUN : latestRun(task);
            }
        }
        return NO_RUN;
    }

    private int latestProducer(int task) {
        var graph = model.graph();
        int latest = Tasks.NONE;
        for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
            int producer = graph.predecessor(at);
            boolean isLater = latest == Tasks.NONE || readiness.completion(producer) > readiness.completion(latest);
            latest = producer != task && isLater ? producer : latest;
        }
        return latest == Tasks.NONE || readiness.completion(latest) == UNKNOWN ? Tasks.NONE : latest;
    }

    private int latestRun(int task) {
        int latest = tasks.firstRun(task);
        for (int run = latest; run < tasks.firstRun(task) + tasks.runCount(task); run++) {
            latest = runs.end(run) > runs.end(latest) ? run : latest;
        }
        return latest;
    }

    /** The row of the submit of a run's task, {@link Tasks#NONE} when it is not recorded. */
    public int submitRow(int run) {
        return submits.row(tasks.ofRun(run));
    }

    private long[] busyUntil() {
        long[] until = new long[byCore.count() == 0 ? 0 : byCore.end(byCore.count() - 1)];
        for (int core = 0; core < byCore.count(); core++) {
            long latest = makespan.beginNanos();
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                latest = Math.max(latest, runs.end(byCore.row(at)));
                until[at] = latest;
            }
        }
        return until;
    }

    /** Runs of a task on cores of both types that left together wait for each other's cores. */
    private int[] partners() {
        DependencyGraph graph = model.dependencies().orElse(null);
        int[] found = new int[0];
        int[] before = found;
        for (int first = 0; graph != null && first < runs.size(); ) {
            int task = tasks.ofRun(first);
            int last = first + tasks.runCount(task);
            if (tasks.isNode(task) && isMixed(graph, task)) {
                if (found.length == 0) {
                    found = new int[runs.size()];
                    Arrays.fill(found, NO_RUN);
                    before = runsBefore();
                }
                spread(found, before, first, last);
            }
            first = last;
        }
        return found;
    }

    private void spread(int[] found, int[] before, int first, int last) {
        for (int one = first; one < last; one++) {
            for (int other = first; other < last; other++) {
                boolean known = runs.hasDispatch(one) && runs.hasDispatch(other);
                boolean isTogether =
                        known && Math.abs(runs.dispatch(one) - runs.dispatch(other)) <= SAME_DISPATCH_NANOS;
                int previous = before[other];
                if (isTogether && previous != NO_RUN) {
                    boolean isLater = found[one] == NO_RUN || runs.end(previous) > runs.end(found[one]);
                    found[one] = isLater ? previous : found[one];
                }
            }
        }
    }

    /** For each timed run, of the runs before it on its core the one that ended last. */
    private int[] runsBefore() {
        int[] before = new int[runs.size()];
        Arrays.fill(before, NO_RUN);
        for (int core = 0; core < byCore.count(); core++) {
            int latest = NO_RUN;
            for (int at = byCore.begin(core); at < byCore.end(core); at++) {
                int run = byCore.row(at);
                before[run] = latest;
                latest = latest == NO_RUN || runs.end(run) > runs.end(latest) ? run : latest;
            }
        }
        return before;
    }

    private static boolean isMixed(DependencyGraph graph, int node) {
        return graph.kernel(node, 0) >= 0 && (graph.kernel(node, 1) >= 0 || graph.kernel(node, 2) >= 0);
    }
}
