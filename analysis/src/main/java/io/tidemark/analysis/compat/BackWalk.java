package io.tidemark.analysis.compat;

import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.text.Report;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.graph.Digraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.Tasks;
import java.util.Arrays;

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
    static BackWalk of(CaptureModel model) {
        return new Walk(model).back();
    }

    /** First dispatch and start, last end and finish of each task, and the walk over them. */
    private static final class Walk {
        private final Tasks tasks;
        private final Digraph graph;
        private final Moments moments;
        private final long[] dispatch;
        private final long[] start;
        private final long[] end;
        private final long[] finish;
        private int last = Tasks.NONE;

        Walk(CaptureModel model) {
            KernelRuns runs = model.runs();
            tasks = model.tasks();
            graph = model.graph();
            moments = model.moments();
            dispatch = new long[tasks.size()];
            start = new long[tasks.size()];
            end = new long[tasks.size()];
            finish = new long[tasks.size()];
            Arrays.fill(dispatch, Long.MAX_VALUE);
            Arrays.fill(start, Long.MAX_VALUE);
            Arrays.fill(end, Long.MIN_VALUE);
            Arrays.fill(finish, Long.MIN_VALUE);
            for (int run = 0; run < runs.size(); run++) {
                int task = tasks.ofRun(run);
                dispatch[task] = Math.min(dispatch[task], runs.dispatch(run));
                start[task] = Math.min(start[task], runs.start(run));
                end[task] = Math.max(end[task], runs.end(run));
                finish[task] = Math.max(finish[task], runs.finish(run));
                boolean isComplete = run + 1 == runs.size() || tasks.ofRun(run + 1) != task;
                if (isComplete && (last == Tasks.NONE || finish[task] > finish[last])) {
                    last = task;
                }
            }
        }

        BackWalk back() {
            boolean[] seen = new boolean[tasks.size()];
            double exec = 0;
            double scheduler = 0;
            long least = Long.MAX_VALUE;
            int hops = 0;
            int task = last;
            while (!seen[task]) {
                seen[task] = true;
                exec += Math.max(0, moments.length(start[task], end[task]));
                least = Math.min(least, start[task]);
                int producer = latestProducer(task);
                boolean isRoot = producer == Tasks.NONE;
                long ready = isRoot ? dispatch[task] : end[producer];
                scheduler += Math.max(0, moments.length(ready, start[task]));
                if (isRoot) {
                    break;
                }
                hops++;
                task = producer;
            }
            boolean isCyclic = latestProducer(task) != Tasks.NONE;
            double span = moments.length(least, finish[last]);
            return new BackWalk(hops, span, exec, scheduler, isCyclic);
        }

        private int latestProducer(int task) {
            int best = Tasks.NONE;
            if (!tasks.isNode(task)) {
                return best;
            }
            for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
                int producer = graph.predecessor(at);
                if (producer != task && tasks.hasRuns(producer) && isLater(producer, best)) {
                    best = producer;
                }
            }
            return best;
        }

        private boolean isLater(int task, int best) {
            if (best == Tasks.NONE || end[task] != end[best]) {
                return best == Tasks.NONE || end[task] > end[best];
            }
            return Long.compareUnsigned(tasks.taskId(task), tasks.taskId(best)) > 0;
        }
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
    public void addTo(Report report) {
        report.section("6. Path to the task that finished last", "back_walk", inside -> {
            inside.fact("hops", hops)
                    .fact("span_us", span)
                    .fact("exec_us", exec)
                    .fact("scheduler_us", scheduler)
                    .fact("other_us", other())
                    .fact("cyclic", isCyclic)
                    .detail("%s, span %s", Units.plural(hops, "hop"), Units.micros(span))
                    .detail(
                            "kernels %s (%s), gaps billed to the scheduler %s (%s), rest %s",
                            Units.micros(exec),
                            Units.percent(percent(exec) / 100),
                            Units.micros(scheduler),
                            Units.percent(percent(scheduler) / 100),
                            Units.micros(other()));
            if (isCyclic) {
                inside.detail("the dependencies hold a cycle; the walk ends where it closes");
            }
        });
    }
}
