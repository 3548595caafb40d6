package io.tidemark.analysis.summary;

import io.tidemark.capture.swimlane.CoreType;

/**
 * Where the makespan of one core went.
 *
 * @param tasks task runs on this core
 * @param partTicks by ordinal of {@link CorePart}; their sum is the makespan
 */
public record CoreTime(int core, CoreType type, int tasks, long[] partTicks) {
    public long ticks(CorePart part) {
        return partTicks[part.ordinal()];
    }

    public long totalTicks() {
        long sum = 0;
        for (long ticks : partTicks) {
            sum += ticks;
        }
        return sum;
    }

    /** Share of the makespan; 0 when there was none. */
    public double share(CorePart part) {
        long total = totalTicks();
        return total == 0 ? 0 : (double) ticks(part) / total;
    }
}
