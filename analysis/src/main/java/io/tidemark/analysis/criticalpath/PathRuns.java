package io.tidemark.analysis.criticalpath;

/**
 * The runs of kernels that a path is made of. Times are whole units of the report, nanoseconds
 * unless it says otherwise; every run has both, the start first.
 */
public interface PathRuns {
    int size();

    /** The number of its task. */
    int task(int run);

    int core(int run);

    long start(int run);

    long end(int run);
}
