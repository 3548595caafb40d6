package io.tidemark.analysis.diff;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelTest;
import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.CoreTimeSplit;
import io.tidemark.analysis.diff.split.Part;
import io.tidemark.analysis.diff.split.Split;
import java.util.List;
import java.util.Map;

/**
 * Everything a comparison found. Immutable.
 *
 * @param before the runs before; the one that was divided is {@link Side#chosen}
 * @param makespan the change in nanoseconds, over all runs of both sides
 * @param basis what the spread of the makespan was taken from, a sentence
 * @param causes the change of each cause over all runs, in nanoseconds; only with several a side
 * @param kernels by task of the kernel, as shares
 * @param limits what the captures cannot tell, obstacles first
 */
public record DiffReport(
        Side before,
        Side after,
        Alignment alignment,
        Split split,
        CoreTimeSplit coreTime,
        Change makespan,
        String basis,
        Map<Cause, Change> causes,
        KernelTest.Result kernels,
        List<Limit> limits) {
    public DiffReport {
        causes = Map.copyOf(causes);
        limits = List.copyOf(limits);
    }

    /**
     * The runs of a side.
     *
     * @param chosen the run of the median makespan, by number
     */
    public record Side(List<String> labels, long[] makespanNanos, int chosen) {
        public Side {
            labels = List.copyOf(labels);
        }

        public int size() {
            return labels.size();
        }

        public double meanNanos() {
            double sum = 0;
            for (long nanos : makespanNanos) {
                sum += nanos;
            }
            return sum / makespanNanos.length;
        }
    }

    /** Whether nothing forbids to call a run faster than the other. */
    public boolean isComparable() {
        return limits.stream().noneMatch(Limit::isObstacle);
    }

    /** The change of the makespan as a share of the makespan before. */
    public Change makespanShare() {
        double whole = before.meanNanos();
        return whole == 0
                ? makespan
                : new Change(
                        makespan.value() / whole, makespan.low() / whole, makespan.high() / whole, makespan.verdict());
    }

    /** What can be said of a part: by its kernel, or by its cause over all runs. */
    public Change.Verdict verdict(Part part) {
        if (part.cause() == Cause.KERNEL) {
            return kernels.kernels().stream()
                    .filter(change -> change.kernel().equals(part.kernel()))
                    .findFirst()
                    .map(change -> change.change().verdict())
                    .orElse(Change.Verdict.UNKNOWN);
        }
        return causes.containsKey(part.cause()) ? causes.get(part.cause()).verdict() : Change.Verdict.UNKNOWN;
    }
}
