package io.tidemark.analysis.diff.noise;

/**
 * How much longer the tasks of a kernel took.
 *
 * @param tasks tasks that were compared in both
 * @param beforeNanos mean over these tasks, far values drawn near
 * @param change as a share of {@code beforeNanos}
 */
public record KernelChange(
        String kernel, int tasks, double beforeNanos, double afterNanos, Change change) {}
