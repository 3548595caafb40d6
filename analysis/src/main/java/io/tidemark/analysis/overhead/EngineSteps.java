package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.join.Readiness;
import io.tidemark.analysis.join.RowsByCore;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunRows;
import io.tidemark.analysis.join.SubmitTimes;
import io.tidemark.capture.swimlane.Timeline;
import java.util.List;

/**
 * What every core of each engine did or waited for at each moment of a run. Moments are whole
 * nanoseconds held in doubles, so sums are exact. A core is occupied from the moment a task is
 * dispatched to it; a run that waits behind another on its core waits for the core, not for the
 * scheduler. Immutable.
 */
public final class EngineSteps implements EngineCounts {
    /** Channels of an engine; channel c of engine t is number {@code CHANNELS * t + c}. */
    public static final int CHANNELS = 4;

    /** Cores running a kernel. */
    public static final int RUNNING = 0;

    /** Cores a task was dispatched to that have not started it. */
    public static final int PICKUP = 1;

    /** Runs whose task is submitted, whose data is there, and that are not dispatched. */
    public static final int READY = 2;

    /** Runs whose data is there but whose task is not submitted yet. */
    public static final int UNSUBMITTED = 3;

    private final Run run;
    private final Readiness readiness;
    private final SubmitTimes submits;
    private final KernelWindow window;
    private final List<CoreType> types;

    public EngineSteps(Run run, Readiness readiness, SubmitTimes submits) {
        this.run = run;
        this.readiness = readiness;
        this.submits = submits;
        window = new KernelWindow(run.rows(), run.rows()::isTimed, EngineSteps::nanos);
        types = window.types();
    }

    static double nanos(double micros) {
        return micros == Double.NEGATIVE_INFINITY ? micros : Timeline.nanos(micros);
    }

    @Override
    public List<CoreType> types() {
        return types;
    }

    @Override
    public int cores(CoreType type) {
        return window.cores(type);
    }

    /** First start of a kernel, in nanoseconds. */
    public double windowBegin() {
        return window.begin();
    }

    /** Last end of a kernel, in nanoseconds. */
    public double windowEnd() {
        return window.end();
    }

    @Override
    public StepSweep steps() {
        StepSweep sweep = new StepSweep(CHANNELS * types.size());
        RowsByCore order = new RowsByCore(run.rows(), run.rows()::isTimed, run.rows()::start);
        for (int core = 0; core < order.cores(); core++) {
            double busyUntil = Double.NEGATIVE_INFINITY;
            for (int at = order.begin(core); at < order.end(core); at++) {
                busyUntil = addRow(sweep, order.row(at), busyUntil);
            }
        }
        return sweep;
    }

    private double addRow(StepSweep sweep, int row, double busyUntil) {
        RunRows rows = run.rows();
        int unit = run.index().unitOfRow(row);
        int base = CHANNELS * types.indexOf(rows.coreType(row));
        double start = Math.max(nanos(rows.start(row)), busyUntil);
        double end = nanos(rows.end(row));
        boolean isDispatched = rows.hasDispatch(row);
        double dispatch = isDispatched ? nanos(rows.dispatch(row)) : nanos(rows.receive(row));
        add(sweep, base + RUNNING, start, end);
        add(sweep, base + PICKUP, Math.max(dispatch, busyUntil), start);
        if (isDispatched) {
            double data = nanos(readiness.dataReady(unit));
            double submit = nanos(submits.end(unit));
            add(sweep, base + READY, Math.max(data, submit), dispatch);
            add(sweep, base + UNSUBMITTED, data, Math.min(submit, dispatch));
        }
        return Math.max(busyUntil, end);
    }

    private void add(StepSweep sweep, int channel, double begin, double end) {
        sweep.addClamped(channel, begin, end, window.begin(), window.end());
    }

    @Override
    public int idle(int type, int[] counts) {
        return cores(types.get(type))
                - counts[CHANNELS * type + RUNNING]
                - counts[CHANNELS * type + PICKUP];
    }

    @Override
    public int ready(int type, int[] counts) {
        return counts[CHANNELS * type + READY];
    }

    /** Runs that only wait to be submitted. */
    public int unsubmitted(int type, int[] counts) {
        return counts[CHANNELS * type + UNSUBMITTED];
    }

    @Override
    public double micros(double moment) {
        return moment / 1000.0;
    }
}
