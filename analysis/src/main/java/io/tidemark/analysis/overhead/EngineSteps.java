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
    private static final int CHANNELS = 2;

    /** Cores that run a kernel, or that a task was dispatched to. */
    private static final int OCCUPIED = 0;

    /** Runs whose task is submitted, whose data is there, and that are not dispatched. */
    private static final int READY = 1;

    private final Tasks tasks;
    private final KernelRuns runs;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final KernelWindow window;
    private final List<CoreType> types;
    private final int[] cores; // of each engine
    private final int[] engines; // by the ordinal of their type

    public EngineSteps(CaptureModel model) {
        this.tasks = model.tasks();
        this.runs = model.runs();
        this.readiness = model.readiness();
        this.submits = model.submits();
        window = new KernelWindow(runs);
        types = window.types();
        cores = types.stream().mapToInt(window::cores).toArray();
        engines = new int[CoreType.values().length];
        for (CoreType type : CoreType.values()) {
            engines[type.ordinal()] = types.indexOf(type);
        }
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

    /** A core is occupied from the dispatch to the end of a run without a step between. */
    private long addRun(StepSweep sweep, int run, long busyUntil) {
        int base = CHANNELS * engines[runs.coreType(run).ordinal()];
        long start = Math.max(runs.start(run), busyUntil);
        long end = runs.end(run);
        boolean isDispatched = runs.hasDispatch(run);
        long dispatch = isDispatched ? runs.dispatch(run) : runs.receive(run);
        long pickup = Math.min(Math.max(dispatch, busyUntil), start);
        add(sweep, base + OCCUPIED, pickup, Math.max(start, end));
        if (isDispatched) {
            int task = tasks.ofRun(run);
            long ready = Math.max(readiness.dataReady(task), submits.end(task));
            add(sweep, base + READY, ready, dispatch);
        }
        return Math.max(busyUntil, end);
    }

    private void add(StepSweep sweep, int channel, long begin, long end) {
        sweep.addClamped(channel, begin, end, window.begin(), window.end());
    }

    @Override
    public int idle(int type, int[] counts) {
        return cores[type] - counts[CHANNELS * type + OCCUPIED];
    }

    @Override
    public int ready(int type, int[] counts) {
        return counts[CHANNELS * type + READY];
    }
}
