package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatMoments;
import io.tidemark.analysis.convert.view.ViewRules;

/** What slices and counters of simpler's converter tell. Pure. */
final class CompatViews implements ViewRules {
    /** A slice may have a negative length. */
    @Override
    public long sliceEnd(long begin, long end) {
        return end;
    }

    @Override
    public int mostNeighbours() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean tellsNoticedRows() {
        return false;
    }

    @Override
    public boolean tellsPops() {
        return false;
    }

    @Override
    public boolean drawsChangesOnly() {
        return false;
    }

    /** Rounded to the nanosecond. */
    @Override
    public long sampled(long moment) {
        return CompatMoments.of(Math.rint(CompatMoments.micros(moment) * 1000.0) / 1000.0);
    }
}
