package io.tidemark.analysis.criticalpath;

import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.column.RowGroups;

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

    /** The runs of each core in order of their start; equal starts in order of their number. */
    default RowGroups byCore() {
        LongIndex cores = new LongIndex();
        for (int run = 0; run < size(); run++) {
            cores.add(core(run));
        }
        return RowGroups.of(cores.size(), size(), run -> cores.find(core(run))).sortedBy(this::start);
    }
}
