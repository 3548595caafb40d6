package io.tidemark.analysis.compat.trace;

import io.tidemark.analysis.compat.CompatMoments;
import io.tidemark.analysis.convert.arrow.ArrowRules;
import io.tidemark.analysis.convert.scene.TraceScene;

/** Which arrows the converter of simpler draws, and where they begin and end. Pure. */
final class CompatArrows implements ArrowRules {
    private static final double BEFORE_END_MICROS = 0.01;

    @Override
    public boolean hidesBesidePath() {
        return false;
    }

    /** Looks at the moment the core saw the task, before its kernel started. */
    @Override
    public long needed(TraceScene scene, int row) {
        return scene.workerBegin(row);
    }

    @Override
    public long leaves(long begin, long end) {
        return CompatMoments.of(CompatMoments.micros(end) - BEFORE_END_MICROS);
    }

    @Override
    public long leavesSubmit(long begin, long end) {
        return end;
    }

    /** Looks at the finish alone: the arrow may begin where no slice is drawn. */
    @Override
    public boolean leavesSchedulerView(TraceScene scene, int row) {
        return scene.rules.hasDrawnFinish(scene.rows, row);
    }

    @Override
    public boolean endsOnPhases() {
        return false;
    }

    /** A task without runs never releases its consumers. */
    @Override
    public boolean releasesThroughTasksWithoutRuns() {
        return false;
    }
}
