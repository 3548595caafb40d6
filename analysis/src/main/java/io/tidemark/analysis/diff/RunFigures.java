package io.tidemark.analysis.diff;

import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.PathTime;
import java.util.Arrays;

/**
 * What is kept of every run of a side.
 *
 * @param causeNanos of its critical path, by ordinal of {@link Cause}
 * @param kernelNanos by item of the kernel sample
 */
record RunFigures(
        String label, long makespanNanos, long[] causeNanos, double[] kernelNanos, boolean isVirtual, boolean isWhole) {
    static RunFigures of(ComparedRun run, double[] kernelNanos) {
        PathTime path = run.path();
        return new RunFigures(
                run.label(),
                path.makespanNanos(),
                Arrays.stream(Cause.values()).mapToLong(path::nanos).toArray(),
                kernelNanos,
                run.isVirtual(),
                run.isWhole());
    }
}
