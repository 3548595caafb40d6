package io.tidemark.analysis.summary;

import io.tidemark.capture.names.KernelNames;

/**
 * What one kernel cost on one type of core.
 *
 * @param count runs on cores
 * @param coreShare of the core time
 * @param makespanShare of the makespan during which at least one core ran it
 */
public record KernelTime(
        String name,
        String cores,
        long count,
        double totalNanos,
        double meanNanos,
        double medianNanos,
        double p99Nanos,
        double coreShare,
        double makespanShare) {
    /** False where the capture does not say which kernels these were. */
    public boolean isNamed() {
        return !name.equals(KernelNames.UNKNOWN);
    }
}
