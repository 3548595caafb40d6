package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.RunsByCore;
import java.util.ArrayList;
import java.util.List;

/**
 * Gaps in which a core goes from one task to the next although the next was already dispatched to
 * it: what picking up a task costs. Pure.
 */
final class CoreSwitches {
    private final KernelRuns runs;
    private final long windowBegin;
    private final long windowEnd;

    CoreSwitches(KernelRuns runs, long windowBegin, long windowEnd) {
        this.runs = runs;
        this.windowBegin = windowBegin;
        this.windowEnd = windowEnd;
    }

    /** One line per engine; {@code ready} holds the ready work of each. */
    List<EngineSwitches> find(List<CoreType> types, List<ReadySteps> ready) {
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
            found.add(sums.get(type).of(types.get(type)));
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

    private long scan(int[] order, Sum sum, ReadySteps ready) {
        long total = 0;
        for (int at = 1; at < order.length; at++) {
            int before = order[at - 1];
            int run = order[at];
            long begin = Math.max(runs.end(before), windowBegin);
            long end = Math.min(runs.start(run), windowEnd);
            boolean wasDispatched = runs.hasDispatch(run) && runs.dispatch(run) < runs.end(before);
            if (end - begin > 0 && wasDispatched) {
                total += end - begin;
                sum.events++;
                sum.whileReady += ready.between(begin, end);
            }
        }
        return total;
    }

    /** Sums of one engine. */
    private static final class Sum {
        private int cores;
        private long least = Long.MAX_VALUE;
        private long most;
        private long total;
        private int events;
        private long whileReady;

        void addCore(long nanos) {
            cores++;
            least = Math.min(least, nanos);
            most = Math.max(most, nanos);
            total += nanos;
        }

        private static double micros(long nanos) {
            return nanos / 1000.0;
        }

        EngineSwitches of(CoreType type) {
            return new EngineSwitches(
                    type,
                    cores,
                    micros(least),
                    micros(most),
                    micros(total),
                    events,
                    events == 0 ? 0 : micros(total) / events,
                    micros(whileReady));
        }
    }
}
