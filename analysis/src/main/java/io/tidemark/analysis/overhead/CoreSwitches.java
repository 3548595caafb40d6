package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.RunsByCore;
import java.util.ArrayList;
import java.util.List;

/**
 * Gaps in which a core goes from one task to the next although the next was already dispatched to
 * it: what picking up a task costs. Pure.
 */
final class CoreSwitches {
    private final KernelRuns runs;
    private final Moments moments;
    private final EngineLoad load;

    CoreSwitches(CaptureModel model, EngineLoad load) {
        this.runs = model.runs();
        this.moments = model.moments();
        this.load = load;
    }

    /** One line per engine; {@code ready} holds the ready work of each. */
    List<EngineSwitches> find(List<ReadySteps> ready) {
        List<CoreType> types = load.types();
        List<Sum> sums = new ArrayList<>();
        types.forEach(type -> sums.add(new Sum()));
        RunsByCore byCore = new RunsByCore(runs, runs::isTimed, runs::start);
        for (int core = 0; core < byCore.cores(); core++) {
            int[] order = inOrder(byCore, core);
            if (order.length > 0) {
                int type = types.indexOf(runs.coreType(order[0]));
                sums.get(type).addCore(scan(order, sums.get(type), ready.get(type)));
            }
        }
        List<EngineSwitches> found = new ArrayList<>();
        for (int type = 0; type < types.size(); type++) {
            found.add(sums.get(type).of(types.get(type), moments));
        }
        return found;
    }

    private int[] inOrder(RunsByCore byCore, int core) {
        int[] order = new int[byCore.end(core) - byCore.begin(core)];
        for (int at = 0; at < order.length; at++) {
            order[at] = byCore.run(byCore.begin(core) + at);
        }
        RowOrder.sort(
                order,
                0,
                order.length,
                (run, other) -> {
                    int byStart = Long.compare(runs.start(run), runs.start(other));
                    int byEnd = Long.compare(runs.end(run), runs.end(other));
                    int byDispatch = Long.compare(runs.dispatch(run), runs.dispatch(other));
                    return byStart != 0 ? byStart : byEnd != 0 ? byEnd : byDispatch;
                });
        return order;
    }

    private double scan(int[] order, Sum sum, ReadySteps ready) {
        double total = 0;
        for (int at = 1; at < order.length; at++) {
            int before = order[at - 1];
            int run = order[at];
            long begin = Math.max(runs.end(before), load.windowBegin());
            long end = Math.min(runs.start(run), load.windowEnd());
            boolean wasDispatched = runs.hasDispatch(run) && runs.dispatch(run) < runs.end(before);
            if (end > begin && wasDispatched) {
                total += moments.length(begin, end);
                sum.events++;
                sum.whileReady += ready.between(begin, end);
            }
        }
        return total;
    }

    /** Sums of one engine. */
    private static final class Sum {
        private int cores;
        private double least = Double.POSITIVE_INFINITY;
        private double most;
        private double total;
        private int events;
        private double whileReady;

        void addCore(double length) {
            cores++;
            least = Math.min(least, length);
            most = Math.max(most, length);
            total += length;
        }

        EngineSwitches of(CoreType type, Moments moments) {
            return new EngineSwitches(
                    type,
                    cores,
                    moments.inMicros(least),
                    moments.inMicros(most),
                    moments.inMicros(total),
                    events,
                    moments.inMicros(whileReady));
        }
    }
}
