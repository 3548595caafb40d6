package io.tidemark.analysis.diff;

import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.analysis.diff.split.PathTime;
import java.util.Arrays;
import java.util.List;

/**
 * What is kept of every run of a side.
 *
 * @param causeNanos of its critical path, by ordinal of {@link Cause}
 * @param kernelNanos by item of the kernel sample
 * @param obstacles why it cannot be compared
 */
record RunFigures(
        String label,
        long makespanNanos,
        long[] causeNanos,
        double[] kernelNanos,
        boolean isVirtual,
        List<Limit> obstacles) {
    static RunFigures of(ComparedRun run, double[] kernelNanos, List<Limit> obstacles) {
        PathTime path = run.path();
        return new RunFigures(
                run.label(),
                path.makespanNanos(),
                Arrays.stream(Cause.values()).mapToLong(path::nanos).toArray(),
                kernelNanos,
                run.isVirtual(),
                obstacles);
    }
}
