package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.column.RowGroups;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.model.Moments;
import java.util.ArrayList;
import java.util.BitSet;
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

    /**
     * One line per engine; {@code ready} holds the ready work of each. Cores are added up in the
     * order in which runs name them first: of sums that are not whole numbers, as under {@code
     * --compat}, the last printed digit depends on it.
     */
    List<EngineSwitches> find(List<ReadySteps> ready) {
        List<CoreType> types = load.types();
        List<Sum> sums = new ArrayList<>();
        types.forEach(type -> sums.add(new Sum()));
        RowGroups byCore = runs.timedByCore().ordered(this::compare);
        BitSet added = new BitSet();
        for (int run = 0; run < runs.size(); run++) {
            int core = runs.core(run);
            if (runs.isTimed(run) && !added.get(core)) {
                added.set(core);
                int type = types.indexOf(runs.coreType(run));
                sums.get(type).addCore(scan(byCore, core, sums.get(type), ready.get(type)));
            }
        }
        List<EngineSwitches> found = new ArrayList<>();
        for (int type = 0; type < types.size(); type++) {
            found.add(sums.get(type).of(types.get(type), moments));
        }
        return found;
    }

    private int compare(int run, int other) {
        int byStart = Long.compare(runs.start(run), runs.start(other));
        int byEnd = Long.compare(runs.end(run), runs.end(other));
        int byDispatch = Long.compare(runs.dispatch(run), runs.dispatch(other));
        return byStart != 0 ? byStart : byEnd != 0 ? byEnd : byDispatch;
    }

    private double scan(RowGroups byCore, int core, Sum sum, ReadySteps ready) {
        double total = 0;
        for (int at = byCore.begin(core) + 1; at < byCore.end(core); at++) {
            int before = byCore.row(at - 1);
            int run = byCore.row(at);
            long begin = Math.max(runs.end(before), load.windowBegin());
            long end = Math.min(runs.start(run), load.windowEnd());
            boolean wasDispatched = runs.hasDispatch(run) && runs.dispatch(run) < runs.end(before);
            if (end > begin && wasDispatched) {
                total += moments.length(begin, end);
                sum.events++;
                sum.eventLength += moments.length(begin, end);
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
        private double eventLength; // the total but for the order of the additions
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
                    events == 0 ? 0 : moments.inMicros(eventLength) / events,
                    moments.inMicros(whileReady));
        }
    }
}
