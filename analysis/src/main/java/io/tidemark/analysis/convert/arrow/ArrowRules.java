package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.scene.TraceScene;

/**
 * Which arrows a picture has, and where they begin and end: the answers of our own picture, which
 * another picture may replace one by one. Pure.
 */
public interface ArrowRules {
    /** The rules of our own picture. */
    ArrowRules DEFAULT = new ArrowRules() {};

    /** Distance of an arrow from the end of its slice in nanoseconds, so that it lies on it. */
    long BEFORE_END_NANOS = 10;

    /** True when a picture that shows a path has the dependencies of the path alone. */
    default boolean hidesBesidePath() {
        return true;
    }

    /** When a row needed what its producers made. */
    default long needed(TraceScene scene, int row) {
        return scene.start(row);
    }

    /** Where an arrow leaves a slice from {@code begin} to {@code end}. */
    default long leaves(long begin, long end) {
        return Math.max(begin, end - BEFORE_END_NANOS);
    }

    /** Where an arrow leaves a submit. */
    default long leavesSubmit(long begin, long end) {
        return leaves(begin, end);
    }

    /** True when an arrow leads from a row of the scheduler view to the phase that noticed it. */
    default boolean leavesSchedulerView(TraceScene scene, int row) {
        return scene.isScheduled(row);
    }

    /** True when an end on a scheduler needs a phase that ran at that moment. */
    default boolean endsOnPhases() {
        return true;
    }

    /** True when a task that no core ran completes by itself once its producers have. */
    default boolean releasesThroughTasksWithoutRuns() {
        return true;
    }
}
