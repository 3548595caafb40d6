package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import io.tidemark.analysis.join.RunRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;

/** From the first start of a kernel to the last end, and the cores that ran any. Immutable. */
final class KernelWindow {
    private final double begin;
    private final double end;
    private final List<CoreType> types = new ArrayList<>();
    private final int[] coresOfType = new int[CoreType.values().length];

    /**
     * @param counts which rows are looked at
     * @param moment what is made of a time of the rows, which are microseconds
     */
    KernelWindow(RunRows rows, IntPredicate counts, DoubleUnaryOperator moment) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        boolean[] seen = new boolean[rows.highestCore() + 1];
        for (int row = 0; row < rows.size(); row++) {
            if (!counts.test(row)) {
                continue;
            }
            least = Math.min(least, moment.applyAsDouble(rows.start(row)));
            most = Math.max(most, moment.applyAsDouble(rows.end(row)));
            if (!seen[rows.core(row)]) {
                seen[rows.core(row)] = true;
                coresOfType[rows.coreType(row).ordinal()]++;
            }
        }
        begin = least;
        end = most;
        for (CoreType type : CoreType.values()) {
            if (coresOfType[type.ordinal()] > 0) {
                types.add(type);
            }
        }
    }

    double begin() {
        return begin;
    }

    double end() {
        return end;
    }

    /** Engines that have a core here, in the order of their enum. */
    List<CoreType> types() {
        return types;
    }

    int cores(CoreType type) {
        return coresOfType[type.ordinal()];
    }
}
