package io.tidemark.viewer.model;

import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.ending.OpenRun;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The kernel runs of a capture as the page shows them: those of its model, and among them, in order
 * of task, those that had not ended when the run was stopped. An open run is drawn until then, and
 * no statistics count it. Times are nanoseconds of the page's axis, {@link TimeAxis#NONE} where
 * there is no stamp. Filled by the reading thread, read by anyone afterwards.
 */
public final class Runs {
    private final KernelRuns ended;
    private final TimeAxis axis;
    private final List<OpenRun> open;
    private final int[] source; // run of the model, or -1 - n for open run n; null: the same number
    private final IntUnaryOperator nameOfKernel;
    private final int[] nameOfOpen;
    private final Optional<DependencyGraph> graph;
    private CoreLanes lanes = CoreLanes.none();
    private int[] byBegin;
    private int[] runOfModel;

    private Runs(
            KernelRuns ended,
            List<OpenRun> open,
            TimeAxis axis,
            IntUnaryOperator nameOfKernel,
            Optional<DependencyGraph> graph) {
        this.ended = ended;
        this.axis = axis;
        this.open = open.stream()
                .sorted(Comparator.comparing(OpenRun::taskId, Long::compareUnsigned))
                .toList();
        this.nameOfKernel = nameOfKernel;
        this.nameOfOpen = new int[open.size()];
        this.graph = graph;
        source = open.isEmpty() ? null : merged();
    }

    /** Of a capture without a swimlane. */
    static Runs none() {
        return new Runs(KernelRuns.none(), List.of(), null, IntUnaryOperator.identity(), Optional.empty());
    }

    /** Of a capture with one; names are numbers of the name table, given in the order of runs. */
    static Runs of(
            CaptureModel model,
            List<OpenRun> open,
            TimeAxis axis,
            KernelIndex kernels,
            ToIntFunction<OpenRun> nameOfOpen) {
        Runs runs = new Runs(model.runs(), open, axis, kernels::indexOf, model.dependencies());
        if (open.isEmpty()) {
            for (int kernel : runs.ended.distinctKernels()) {
                kernels.add(kernel);
            }
            return runs;
        }
        for (int run = 0; run < runs.size(); run++) {
            if (runs.isOpen(run)) {
                runs.nameOfOpen[-1 - runs.source[run]] = nameOfOpen.applyAsInt(runs.openRun(run));
            } else {
                kernels.add(runs.ended.kernel(runs.source(run)));
            }
        }
        return runs;
    }

    /** Says which lane draws which core; before anyone reads. */
    void place(CoreLanes lanes) {
        this.lanes = lanes;
    }

    /** Open runs go before the runs of later tasks and behind those of their own. */
    private int[] merged() {
        int[] merged = new int[ended.size() + open.size()];
        int next = 0;
        int size = 0;
        for (int run = 0; run < ended.size(); run++) {
            while (next < open.size() && Long.compareUnsigned(open.get(next).taskId(), ended.taskId(run)) < 0) {
                merged[size++] = -1 - next++;
            }
            merged[size++] = run;
        }
        while (next < open.size()) {
            merged[size++] = -1 - next++;
        }
        return merged;
    }

    private int source(int run) {
        return source == null ? run : source[run];
    }

    /** The number in this table of a run of the model; -1 for a negative one. */
    public int ofModel(int modelRun) {
        return source == null || modelRun < 0 ? Math.max(-1, modelRun) : runOfModel()[modelRun];
    }

    private synchronized int[] runOfModel() {
        if (runOfModel == null) {
            runOfModel = new int[ended.size()];
            for (int run = 0; run < source.length; run++) {
                if (source[run] >= 0) {
                    runOfModel[source[run]] = run;
                }
            }
        }
        return runOfModel;
    }

    /** The run of the model, -1 for one that had not ended. */
    public int modelRun(int run) {
        return Math.max(-1, source(run));
    }

    private OpenRun openRun(int run) {
        return open.get(-1 - source[run]);
    }

    public int size() {
        return source == null ? ended.size() : source.length;
    }

    public long taskId(int run) {
        return isOpen(run) ? openRun(run).taskId() : ended.taskId(source(run));
    }

    public int core(int run) {
        return isOpen(run) ? openRun(run).core() : ended.core(source(run));
    }

    /** The lane that draws it, -1 when it has no begin. */
    public int lane(int run) {
        return beginNanos(run) == TimeAxis.NONE ? -1 : lanes.lane(core(run));
    }

    /** Kernel, as an index into the name table. */
    public int name(int run) {
        return isOpen(run) ? nameOfOpen[-1 - source[run]] : nameOfKernel.applyAsInt(ended.kernel(source(run)));
    }

    /** Node of the dependency graph, -1 when the graph does not know the task. */
    public int node(int run) {
        return graph.isPresent() ? graph.get().nodeOf(taskId(run)) : -1;
    }

    /** True when it had not ended: its end is the moment of the stop. */
    public boolean isOpen(int run) {
        return source != null && source[run] < 0;
    }

    public int openCount() {
        return open.size();
    }

    /** Runs that had not ended, in their order. */
    IntStream open() {
        return IntStream.range(0, openCount() == 0 ? 0 : size()).filter(this::isOpen);
    }

    /** Runs whose kernel threw, in their order. */
    public IntStream failed() {
        return IntStream.range(0, size()).filter(run -> !isOpen(run) && ended.isFailed(source(run)));
    }

    public long dispatchNanos(int run) {
        return isOpen(run) ? TimeAxis.NONE : axis.shifted(ended.dispatch(source(run)));
    }

    public long receiveNanos(int run) {
        return isOpen(run) ? TimeAxis.NONE : axis.shifted(ended.receive(source(run)));
    }

    public long beginNanos(int run) {
        return isOpen(run) ? axis.nanos(openRun(run).beginTick()) : axis.shifted(ended.start(source(run)));
    }

    /** Not before its begin. */
    public long endNanos(int run) {
        return isOpen(run)
                ? axis.nanos(openRun(run).endTick())
                : Math.max(beginNanos(run), axis.shifted(ended.end(source(run))));
    }

    public long finishNanos(int run) {
        return isOpen(run) ? TimeAxis.NONE : axis.shifted(ended.finish(source(run)));
    }

    /** True when both ends are stamped, the begin first; only such runs have a length. */
    public boolean isTimed(int run) {
        return !isOpen(run) && ended.isTimed(source(run));
    }

    /** Run numbers in order of their begin; made on first use. */
    public synchronized int[] byBegin() {
        if (byBegin == null) {
            byBegin = RowOrder.by(size(), this::beginNanos);
        }
        return byBegin;
    }

    /** How many runs a task has, given its first; 0 for -1. */
    public int countFrom(int first) {
        int end = Math.max(first, 0);
        while (first >= 0 && end < size() && taskId(end) == taskId(first)) {
            end++;
        }
        return first < 0 ? 0 : end - first;
    }

    /** Of a task's runs the one that began first, given its first row; -1 for -1. */
    public int earliestFrom(int first) {
        int best = first;
        int end = first + countFrom(first);
        for (int run = first; run < end; run++) {
            boolean stamped = beginNanos(run) != TimeAxis.NONE;
            boolean earlier = beginNanos(best) == TimeAxis.NONE || beginNanos(run) < beginNanos(best);
            best = stamped && earlier ? run : best;
        }
        return best;
    }

    /** Of a task's runs the one that ended last, given its first row; -1 for -1. */
    public int latestFrom(int first) {
        int best = first;
        int end = first + countFrom(first);
        for (int run = first; run < end; run++) {
            best = endNanos(run) > endNanos(best) ? run : best;
        }
        return best;
    }

    /** First run of a task, or -1. */
    public int firstOf(long task) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(taskId(middle), task) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < size() && taskId(low) == task ? low : -1;
    }
}
