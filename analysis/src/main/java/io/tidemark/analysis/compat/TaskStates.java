package io.tidemark.analysis.compat;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.Tasks;
import java.util.ArrayList;
import java.util.List;

/**
 * When each task was ready and dispatched, and on which engines it ran, as today's reports see it:
 * ready when the last producer that has rows ended, submission and tasks without rows ignored.
 * Immutable.
 */
public final class TaskStates {
    private final CompatRun run;
    private final double[] ready;
    private final double[] dispatch;
    private final boolean[] isOnAic;
    private final boolean[] isOnAiv;
    private final List<CoreType> types = new ArrayList<>();
    private final int[] coresOfType = new int[CoreType.values().length];
    private double windowBegin = Double.POSITIVE_INFINITY;
    private double windowEnd = Double.NEGATIVE_INFINITY;

    public TaskStates(CompatRun run) {
        this.run = run;
        CompatRows rows = run.rows();
        findWindow(rows);
        int units = run.tasks().size();
        double[] end = new double[units];
        dispatch = new double[units];
        ready = new double[units];
        isOnAic = new boolean[units];
        isOnAiv = new boolean[units];
        for (int row = 0; row < rows.size(); row++) {
            int unit = run.tasks().ofRun(row);
            boolean isFirst = row == run.tasks().firstRun(unit);
            end[unit] = isFirst ? rows.end(row) : Math.max(end[unit], rows.end(row));
            dispatch[unit] =
                    isFirst ? rows.dispatch(row) : Math.min(dispatch[unit], rows.dispatch(row));
            isOnAic[unit] |= rows.coreType(row) == CoreType.AIC;
            isOnAiv[unit] |= rows.coreType(row) == CoreType.AIV;
        }
        findReady(end);
    }

    private void findWindow(CompatRows rows) {
        boolean[] seen = new boolean[rows.highestCore() + 1];
        for (int row = 0; row < rows.size(); row++) {
            windowBegin = Math.min(windowBegin, rows.start(row));
            windowEnd = Math.max(windowEnd, rows.end(row));
            if (!seen[rows.core(row)]) {
                seen[rows.core(row)] = true;
                coresOfType[rows.coreType(row).ordinal()]++;
            }
        }
        for (CoreType type : CoreType.values()) {
            if (coresOfType[type.ordinal()] > 0) {
                types.add(type);
            }
        }
    }

    private void findReady(double[] end) {
        Tasks index = run.tasks();
        Digraph graph = run.graph();
        for (int unit = 0; unit < index.size(); unit++) {
            ready[unit] = dispatch[unit];
            if (!index.isNode(unit) || !index.hasRuns(unit)) {
                continue;
            }
            double latest = Double.NEGATIVE_INFINITY;
            for (int at = graph.firstPredecessor(unit); at < graph.endPredecessor(unit); at++) {
                int producer = graph.predecessor(at);
                if (producer != unit && index.hasRuns(producer)) {
                    latest = Math.max(latest, end[producer]);
                }
            }
            if (latest != Double.NEGATIVE_INFINITY) {
                ready[unit] = latest;
            }
        }
    }

    public List<CoreType> types() {
        return types;
    }

    public int cores(CoreType type) {
        return coresOfType[type.ordinal()];
    }

    /** First start of a kernel. */
    public double windowBegin() {
        return windowBegin;
    }

    /** Last end of a kernel. */
    public double windowEnd() {
        return windowEnd;
    }

    /**
     * Steps of two channels per engine: 2 t cores of engine t running, 2 t + 1 tasks that are ready
     * for it and not dispatched.
     */
    public StepSweep steps() {
        StepSweep sweep = new StepSweep(2 * types.size());
        CompatRows rows = run.rows();
        for (int row = 0; row < rows.size(); row++) {
            int type = types.indexOf(rows.coreType(row));
            sweep.addClamped(2 * type, rows.start(row), rows.end(row), windowBegin, windowEnd);
        }
        for (int unit = 0; unit < run.tasks().size(); unit++) {
            if (run.tasks().hasRuns(unit) && dispatch[unit] > ready[unit]) {
                addReady(sweep, unit);
            }
        }
        return sweep;
    }

    private void addReady(StepSweep sweep, int unit) {
        for (int type = 0; type < types.size(); type++) {
            boolean isOn = types.get(type) == CoreType.AIC ? isOnAic[unit] : isOnAiv[unit];
            if (isOn) {
                sweep.addClamped(2 * type + 1, ready[unit], dispatch[unit], windowBegin, windowEnd);
            }
        }
    }

    public int idle(int type, int[] counts) {
        return cores(types.get(type)) - counts[2 * type];
    }

    public int ready(int type, int[] counts) {
        return counts[2 * type + 1];
    }
}
