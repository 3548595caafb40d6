package io.tidemark.analysis.convert.view;

/**
 * What slices and counters tell: the answers of our own picture, which another picture may replace
 * one by one. Pure.
 */
public interface ViewRules {
    /** The rules of our own picture. */
    ViewRules DEFAULT = new ViewRules() {};

    /** Where a slice ends; damaged records may end before they begin. */
    default long sliceEnd(long begin, long end) {
        return Math.max(begin, end);
    }

    /** Neighbours of a task that a hint names. */
    default int mostNeighbours() {
        return 32;
    }

    /** True if a complete phase without a recorded count shows how many rows it noticed. */
    default boolean tellsNoticedRows() {
        return true;
    }

    /** True when dispatch phases tell how often they found work. */
    default boolean tellsPops() {
        return true;
    }

    /** True when samples of queues that change nothing are left out. */
    default boolean drawsChangesOnly() {
        return true;
    }

    /** The moment at which a change of an overhead counter is drawn. */
    default long sampled(long moment) {
        return moment;
    }
}
