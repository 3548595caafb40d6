package io.tidemark.analysis.coretime;

import io.tidemark.capture.model.KernelRuns;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * From the first start to the last end of a run of a task on a core, in nanoseconds on the axis of
 * the capture. Only runs with both stamps count. Immutable.
 */
public record Makespan(long beginNanos, long endNanos) {
    /** The makespan over all timed runs of a capture; zero when no run is timed. */
    public static Makespan of(KernelRuns runs) {
        return of(runs.size(), runs::isTimed, runs::start, runs::end);
    }

    /** Of any table of runs; zero long when no run is timed. */
    public static Makespan of(int runs, IntPredicate isTimed, IntToLongFunction begin, IntToLongFunction end) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int run = 0; run < runs; run++) {
            if (isTimed.test(run)) {
                first = Math.min(first, begin.applyAsLong(run));
                last = Math.max(last, end.applyAsLong(run));
            }
        }
        return last < first ? new Makespan(0, 0) : new Makespan(first, last);
    }

    public long nanos() {
        return endNanos - beginNanos;
    }

    public double micros() {
        return nanos() / 1000.0;
    }
}
