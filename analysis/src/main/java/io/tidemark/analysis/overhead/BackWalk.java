package io.tidemark.analysis.overhead;

import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.join.RunGraph;
import io.tidemark.analysis.join.RunIndex;
import io.tidemark.analysis.join.RunRows;

/**
 * The path part of today's report: from the task finished last back along the producer that ended
 * last, with every gap billed to the scheduler. A cycle of dependencies ends the walk. Pure.
 *
 * @param hops edges walked
 * @param span from the earliest start seen to the last finish, in microseconds
 * @param isCyclic true when the walk came back to a task
 */
public record BackWalk(int hops, double span, double exec, double scheduler, boolean isCyclic) {
    static BackWalk of(Run run) {
        RunRows rows = run.rows();
        RunIndex index = run.index();
        int units = index.size();
        double[] dispatch = new double[units];
        double[] start = new double[units];
        double[] end = new double[units];
        double[] finish = new double[units];
        int last = RunIndex.NONE;
        for (int row = 0; row < rows.size(); row++) {
            int unit = index.unitOfRow(row);
            boolean isFirst = row == index.firstRow(unit);
            dispatch[unit] =
                    isFirst ? rows.dispatch(row) : Math.min(dispatch[unit], rows.dispatch(row));
            start[unit] = isFirst ? rows.start(row) : Math.min(start[unit], rows.start(row));
            end[unit] = isFirst ? rows.end(row) : Math.max(end[unit], rows.end(row));
            finish[unit] = isFirst ? rows.finish(row) : Math.max(finish[unit], rows.finish(row));
            boolean isLastRow = row + 1 == rows.size() || index.unitOfRow(row + 1) != unit;
            if (isLastRow && (last == RunIndex.NONE || finish[unit] > finish[last])) {
                last = unit;
            }
        }
        return walk(run, last, dispatch, start, end, finish);
    }

    private static BackWalk walk(
            Run run, int last, double[] dispatch, double[] start, double[] end, double[] finish) {
        boolean[] seen = new boolean[start.length];
        double exec = 0;
        double scheduler = 0;
        double least = Double.POSITIVE_INFINITY;
        int hops = 0;
        int unit = last;
        while (!seen[unit]) {
            seen[unit] = true;
            exec += Math.max(0, end[unit] - start[unit]);
            least = Math.min(least, start[unit]);
            int producer = latestProducer(run, unit, end);
            if (producer == RunIndex.NONE) {
                scheduler += Math.max(0, start[unit] - dispatch[unit]);
                return new BackWalk(hops, finish[last] - least, exec, scheduler, false);
            }
            scheduler += Math.max(0, start[unit] - end[producer]);
            hops++;
            unit = producer;
        }
        return new BackWalk(hops, finish[last] - least, exec, scheduler, true);
    }

    private static int latestProducer(Run run, int unit, double[] end) {
        RunGraph graph = run.graph().orElse(null);
        int best = RunIndex.NONE;
        if (graph == null || !run.index().isNode(unit)) {
            return best;
        }
        for (int at = graph.firstPredecessor(unit); at < graph.endPredecessor(unit); at++) {
            int producer = graph.predecessor(at);
            if (producer == unit || !run.index().hasRows(producer)) {
                continue;
            }
            boolean better =
                    best == RunIndex.NONE
                            || end[producer] > end[best]
                            || end[producer] == end[best]
                                    && Long.compareUnsigned(
                                                    run.index().taskId(producer),
                                                    run.index().taskId(best))
                                            > 0;
            best = better ? producer : best;
        }
        return best;
    }

    /** A part of the span, in percent. */
    public double percent(double micros) {
        return span <= 0 ? 0 : micros / span * 100;
    }

    /** The rest of the span, which neither kernels nor schedulers cover. */
    public double other() {
        return Math.max(0, span - exec - scheduler);
    }
}
