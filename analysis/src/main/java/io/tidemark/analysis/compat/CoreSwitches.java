package io.tidemark.analysis.compat;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.overhead.EngineSwitches;
import io.tidemark.capture.column.RowOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Gaps in which a core goes from one task to the next although the next was already dispatched to
 * it: what picking up a task costs. Pure.
 */
final class CoreSwitches {
    private final CompatRows rows;
    private final double windowBegin;
    private final double windowEnd;

    CoreSwitches(CompatRows rows, double windowBegin, double windowEnd) {
        this.rows = rows;
        this.windowBegin = windowBegin;
        this.windowEnd = windowEnd;
    }

    /**
     * One line per engine; {@code ready} holds the ready work of each. Cores are added up in the
     * order in which rows name them first: the last printed digit may depend on it.
     */
    List<EngineSwitches> find(List<CoreType> types, List<ReadySteps> ready) {
        List<Sum> sums = new ArrayList<>();
        types.forEach(type -> sums.add(new Sum()));
        RowsByCore byCore = new RowsByCore(rows, row -> true, rows::start);
        BitSet added = new BitSet();
        for (int row = 0; row < rows.size(); row++) {
            int core = rows.core(row);
            if (!added.get(core)) {
                added.set(core);
                int type = types.indexOf(rows.coreType(row));
                int[] order = inOrder(byCore, core);
                sums.get(type).addCore(scan(order, sums.get(type), ready.get(type)));
            }
        }
        List<EngineSwitches> found = new ArrayList<>();
        for (int type = 0; type < types.size(); type++) {
            found.add(sums.get(type).of(types.get(type)));
        }
        return found;
    }

    private int[] inOrder(RowsByCore byCore, int core) {
        int[] order = new int[byCore.end(core) - byCore.begin(core)];
        for (int at = 0; at < order.length; at++) {
            order[at] = byCore.row(byCore.begin(core) + at);
        }
        RowOrder.sort(
                order,
                0,
                order.length,
                (row, other) -> {
                    int byStart = Double.compare(rows.start(row), rows.start(other));
                    int byEnd = Double.compare(rows.end(row), rows.end(other));
                    int byDispatch = Double.compare(rows.dispatch(row), rows.dispatch(other));
                    return byStart != 0 ? byStart : byEnd != 0 ? byEnd : byDispatch;
                });
        return order;
    }

    private double scan(int[] order, Sum sum, ReadySteps ready) {
        double total = 0;
        for (int at = 1; at < order.length; at++) {
            int before = order[at - 1];
            int row = order[at];
            double begin = Math.max(rows.end(before), windowBegin);
            double end = Math.min(rows.start(row), windowEnd);
            boolean wasDispatched = rows.dispatch(row) < rows.end(before);
            if (end - begin > 0 && wasDispatched) {
                total += end - begin;
                sum.events++;
                sum.eventMicros += end - begin;
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
        private double eventMicros; // the same as the total but for the order of the additions
        private double whileReady;

        void addCore(double micros) {
            cores++;
            least = Math.min(least, micros);
            most = Math.max(most, micros);
            total += micros;
        }

        EngineSwitches of(CoreType type) {
            double mean = events == 0 ? 0 : eventMicros / events;
            return new EngineSwitches(type, cores, least, most, total, events, mean, whileReady);
        }
    }
}
