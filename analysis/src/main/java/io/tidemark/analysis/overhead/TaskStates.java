package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunGraph;
import io.tidemark.analysis.join.RunIndex;
import io.tidemark.analysis.join.RunRows;
import java.util.List;

/**
 * When each task was ready and dispatched, and on which engines it ran, as today's reports see it:
 * ready when the last producer that has rows ended, submission and tasks without rows ignored.
 * Immutable.
 */
public final class TaskStates implements EngineCounts {
    private final Run run;
    private final double[] ready;
    private final double[] dispatch;
    private final boolean[] isOnAic;
    private final boolean[] isOnAiv;
    private final KernelWindow window;
    private final List<CoreType> types;

    public TaskStates(Run run) {
        this.run = run;
        RunRows rows = run.rows();
        window = new KernelWindow(rows, row -> true, micros -> micros);
        types = window.types();
        int units = run.index().size();
        double[] end = new double[units];
        dispatch = new double[units];
        ready = new double[units];
        isOnAic = new boolean[units];
        isOnAiv = new boolean[units];
        for (int row = 0; row < rows.size(); row++) {
            int unit = run.index().unitOfRow(row);
            boolean isFirst = row == run.index().firstRow(unit);
            end[unit] = isFirst ? rows.end(row) : Math.max(end[unit], rows.end(row));
            dispatch[unit] =
                    isFirst ? rows.dispatch(row) : Math.min(dispatch[unit], rows.dispatch(row));
            isOnAic[unit] |= rows.coreType(row) == CoreType.AIC;
            isOnAiv[unit] |= rows.coreType(row) == CoreType.AIV;
        }
        findReady(end);
    }

    private void findReady(double[] end) {
        RunIndex index = run.index();
        RunGraph graph = run.graph().orElse(null);
        for (int unit = 0; unit < index.size(); unit++) {
            ready[unit] = dispatch[unit];
            if (graph == null || !index.isNode(unit) || !index.hasRows(unit)) {
                continue;
            }
            double latest = Double.NEGATIVE_INFINITY;
            for (int at = graph.firstPredecessor(unit); at < graph.endPredecessor(unit); at++) {
                int producer = graph.predecessor(at);
                if (producer != unit && index.hasRows(producer)) {
                    latest = Math.max(latest, end[producer]);
                }
            }
            if (latest != Double.NEGATIVE_INFINITY) {
                ready[unit] = latest;
            }
        }
    }

    @Override
    public List<CoreType> types() {
        return types;
    }

    @Override
    public int cores(CoreType type) {
        return window.cores(type);
    }

    /** First start of a kernel. */
    public double windowBegin() {
        return window.begin();
    }

    /** Last end of a kernel. */
    public double windowEnd() {
        return window.end();
    }

    /**
     * Steps of two channels per engine: 2 t cores of engine t running, 2 t + 1 tasks that are ready
     * for it and not dispatched.
     */
    @Override
    public StepSweep steps() {
        StepSweep sweep = new StepSweep(2 * types.size());
        RunRows rows = run.rows();
        for (int row = 0; row < rows.size(); row++) {
            int type = types.indexOf(rows.coreType(row));
            sweep.addClamped(
                    2 * type, rows.start(row), rows.end(row), window.begin(), window.end());
        }
        for (int unit = 0; unit < run.index().size(); unit++) {
            if (run.index().hasRows(unit) && dispatch[unit] > ready[unit]) {
                addReady(sweep, unit);
            }
        }
        return sweep;
    }

    private void addReady(StepSweep sweep, int unit) {
        for (int type = 0; type < types.size(); type++) {
            boolean isOn = types.get(type) == CoreType.AIC ? isOnAic[unit] : isOnAiv[unit];
            if (isOn) {
                sweep.addClamped(
                        2 * type + 1, ready[unit], dispatch[unit], window.begin(), window.end());
            }
        }
    }

    @Override
    public int idle(int type, int[] counts) {
        return cores(types.get(type)) - counts[2 * type];
    }

    @Override
    public int ready(int type, int[] counts) {
        return counts[2 * type + 1];
    }

    @Override
    public double micros(double moment) {
        return moment;
    }
}
