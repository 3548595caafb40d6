package io.tidemark.analysis.compat;

import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.Tasks;
import java.io.PrintWriter;

/**
 * The path part of today's report: from the task finished last back along the producer that ended
 * last, with every gap billed to the scheduler. A cycle of dependencies ends the walk. Pure.
 *
 * @param hops edges walked
 * @param span from the earliest start seen to the last finish, in microseconds
 * @param isCyclic true when the walk came back to a task
 */
public record BackWalk(int hops, double span, double exec, double scheduler, boolean isCyclic)
        implements OverheadReport.Part {
    static BackWalk of(CompatRun run) {
        CompatRows rows = run.rows();
        Tasks index = run.tasks();
        int units = index.size();
        double[] dispatch = new double[units];
        double[] start = new double[units];
        double[] end = new double[units];
        double[] finish = new double[units];
        int last = Tasks.NONE;
        for (int row = 0; row < rows.size(); row++) {
            int unit = index.ofRun(row);
            boolean isFirst = row == index.firstRun(unit);
            dispatch[unit] =
                    isFirst ? rows.dispatch(row) : Math.min(dispatch[unit], rows.dispatch(row));
            start[unit] = isFirst ? rows.start(row) : Math.min(start[unit], rows.start(row));
            end[unit] = isFirst ? rows.end(row) : Math.max(end[unit], rows.end(row));
            finish[unit] = isFirst ? rows.finish(row) : Math.max(finish[unit], rows.finish(row));
            boolean isLastRow = row + 1 == rows.size() || index.ofRun(row + 1) != unit;
            if (isLastRow && (last == Tasks.NONE || finish[unit] > finish[last])) {
                last = unit;
            }
        }
        return walk(run, last, dispatch, start, end, finish);
    }

    private static BackWalk walk(
            CompatRun run,
            int last,
            double[] dispatch,
            double[] start,
            double[] end,
            double[] finish) {
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
            if (producer == Tasks.NONE) {
                scheduler += Math.max(0, start[unit] - dispatch[unit]);
                return new BackWalk(hops, finish[last] - least, exec, scheduler, false);
            }
            scheduler += Math.max(0, start[unit] - end[producer]);
            hops++;
            unit = producer;
        }
        return new BackWalk(hops, finish[last] - least, exec, scheduler, true);
    }

    private static int latestProducer(CompatRun run, int unit, double[] end) {
        Digraph graph = run.graph();
        int best = Tasks.NONE;
        if (!run.tasks().isNode(unit)) {
            return best;
        }
        for (int at = graph.firstPredecessor(unit); at < graph.endPredecessor(unit); at++) {
            int producer = graph.predecessor(at);
            if (producer == unit || !run.tasks().hasRuns(producer)) {
                continue;
            }
            boolean better =
                    best == Tasks.NONE
                            || end[producer] > end[best]
                            || end[producer] == end[best]
                                    && Long.compareUnsigned(
                                                    run.tasks().taskId(producer),
                                                    run.tasks().taskId(best))
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

    @Override
    public void print(PrintWriter out) {
        out.println();
        out.println("6. Path to the task that finished last");
        out.println("  %d hops, span %s us".formatted(hops, Numbers.fixed(span, 1)));
        out.println(
                "  kernels %s us (%s%%), gaps billed to the scheduler %s us (%s%%), rest %s us"
                        .formatted(
                                Numbers.fixed(exec, 1),
                                Numbers.fixed(percent(exec), 1),
                                Numbers.fixed(scheduler, 1),
                                Numbers.fixed(percent(scheduler), 1),
                                Numbers.fixed(other(), 1)));
        if (isCyclic) {
            out.println("  the dependencies hold a cycle; the walk ends where it closes");
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.name("back_walk").beginObject();
        json.member("hops", hops);
        json.member("span_us", span);
        json.member("exec_us", exec);
        json.member("scheduler_us", scheduler);
        json.member("other_us", other());
        json.member("cyclic", isCyclic);
        json.endObject();
    }
}
