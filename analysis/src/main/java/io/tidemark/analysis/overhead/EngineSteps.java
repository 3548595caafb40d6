package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Readiness;
import io.tidemark.capture.model.SubmitTimes;
import io.tidemark.capture.model.Tasks;
import java.util.List;

/**
 * What every core of each engine did or waited for at each moment of a run, in nanoseconds. A core
 * is occupied from the moment a task is dispatched to it; a run that waits behind another on its
 * core waits for the core, not for the scheduler. Immutable.
 */
public final class EngineSteps implements EngineLoad {
    /** Channels of an engine; channel c of engine t is number {@code CHANNELS * t + c}. */
    private static final int CHANNELS = 4;

    /** Cores running a kernel. */
    private static final int RUNNING = 0;

    /** Cores a task was dispatched to that have not started it. */
    private static final int PICKUP = 1;

    /** Runs whose task is submitted, whose data is there, and that are not dispatched. */
    private static final int READY = 2;

    /** Runs whose data is there but whose task is not submitted yet. */
    private static final int UNSUBMITTED = 3;

    private final Tasks tasks;
    private final KernelRuns runs;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final KernelWindow window;
    private final List<CoreType> types;

    public EngineSteps(CaptureModel model) {
        this.tasks = model.tasks();
        this.runs = model.runs();
        this.readiness = model.readiness();
        this.submits = model.submits();
        window = new KernelWindow(runs);
        types = window.types();
    }

    @Override
    public List<CoreType> types() {
        return types;
    }

    @Override
    public long windowBegin() {
        return window.begin();
    }

    @Override
    public long windowEnd() {
        return window.end();
    }

    @Override
    public StepSweep steps() {
        StepSweep sweep = new StepSweep(CHANNELS * types.size());
        RowGroups order = runs.timedByCore();
        for (int core = 0; core < order.count(); core++) {
            long busyUntil = Long.MIN_VALUE;
            for (int at = order.begin(core); at < order.end(core); at++) {
                busyUntil = addRun(sweep, order.row(at), busyUntil);
            }
        }
        return sweep;
    }

    private long addRun(StepSweep sweep, int run, long busyUntil) {
        int task = tasks.ofRun(run);
        int base = CHANNELS * types.indexOf(runs.coreType(run));
        long start = Math.max(runs.start(run), busyUntil);
        long end = runs.end(run);
        boolean isDispatched = runs.hasDispatch(run);
        long dispatch = isDispatched ? runs.dispatch(run) : runs.receive(run);
        add(sweep, base + RUNNING, start, end);
        add(sweep, base + PICKUP, Math.max(dispatch, busyUntil), start);
        if (isDispatched) {
            long data = readiness.dataReady(task);
            long submit = submits.end(task);
            add(sweep, base + READY, Math.max(data, submit), dispatch);
            add(sweep, base + UNSUBMITTED, data, Math.min(submit, dispatch));
        }
        return Math.max(busyUntil, end);
    }

    private void add(StepSweep sweep, int channel, long begin, long end) {
        sweep.addClamped(channel, begin, end, window.begin(), window.end());
    }

    @Override
    public int idle(int type, int[] counts) {
        return window.cores(types.get(type))
                - counts[CHANNELS * type + RUNNING]
                - counts[CHANNELS * type + PICKUP];
    }

    @Override
    public int ready(int type, int[] counts) {
        return counts[CHANNELS * type + READY];
    }
}
