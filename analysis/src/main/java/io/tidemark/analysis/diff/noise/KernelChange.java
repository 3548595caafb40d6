package io.tidemark.analysis.diff.noise;

/**
 * How much longer the tasks of a kernel took.
 *
 * @param tasks tasks that were compared in both
 * @param beforeNanos mean over these tasks, far values drawn near
 * @param change as a share of {@code beforeNanos}
 */
public record KernelChange(String kernel, int tasks, double beforeNanos, double afterNanos, Change change) {
    private static final int FEW = 10;
    private static final double MOST_REACH = 1; // twice as long, or no time at all

    /**
     * Whether its tasks are so few that the interval says nothing: two of them easily reach
     * thousands of percent.
     */
    public boolean hasTooFewTasks() {
        return tasks < FEW
                && !change.isSignificant()
                && change.hasInterval()
                && change.high() - change.value() > MOST_REACH;
    }
}
