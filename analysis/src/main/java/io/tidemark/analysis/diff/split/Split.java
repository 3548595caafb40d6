package io.tidemark.analysis.diff.split;

import java.util.List;

/**
 * The difference of two makespans, divided. The parts add up to the difference: {@link
 * #residualNanos} is 0. Swapping the runs negates every part. Immutable.
 *
 * @param parts the largest first, those of 0 ns left out
 * @param steps of the walked path, in order; of a long one those that came first and last
 */
public record Split(long beforeNanos, long afterNanos, List<Part> parts, List<ComparedStep> steps) {
    public Split {
        parts = List.copyOf(parts);
        steps = List.copyOf(steps);
    }

    /**
     * A task of the slower run's path in both runs; times count from the begin of each makespan.
     *
     * @param before its id in the first run
     */
    public record ComparedStep(
            long before, long after, String kernel, long beforeStart, long beforeEnd, long afterStart, long afterEnd) {}

    public long differenceNanos() {
        return afterNanos - beforeNanos;
    }

    /** What the parts do not explain. */
    public long residualNanos() {
        return differenceNanos() - parts.stream().mapToLong(Part::nanos).sum();
    }

    /** The nanoseconds of a cause over all kernels. */
    public long nanos(Cause cause) {
        return parts.stream()
                .filter(part -> part.cause() == cause)
                .mapToLong(Part::nanos)
                .sum();
    }
}
