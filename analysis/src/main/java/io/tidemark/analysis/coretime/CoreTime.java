package io.tidemark.analysis.coretime;

import io.tidemark.abi.CoreType;

/**
 * Where the makespan of one core, or of several together, went.
 *
 * @param cores how many cores this is
 * @param core the number of the core, or of the first
 * @param runs task runs on these cores
 * @param partNanos by ordinal of {@link CorePart}; their sum is the makespan times the cores
 */
public record CoreTime(int cores, int core, CoreType type, int runs, long[] partNanos) {
    public long nanos(CorePart part) {
        return partNanos[part.ordinal()];
    }

    public long totalNanos() {
        long sum = 0;
        for (long nanos : partNanos) {
            sum += nanos;
        }
        return sum;
    }

    /** Share of the core time; 0 when there was none. */
    public double share(CorePart part) {
        long total = totalNanos();
        return total == 0 ? 0 : (double) nanos(part) / total;
    }

    /** The sum of both, part by part. */
    CoreTime plus(CoreTime other) {
        long[] sums = partNanos.clone();
        for (int part = 0; part < sums.length; part++) {
            sums[part] += other.partNanos[part];
        }
        return new CoreTime(cores + other.cores, core, type, runs + other.runs, sums);
    }
}
