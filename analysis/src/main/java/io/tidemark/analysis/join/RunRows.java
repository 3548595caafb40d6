package io.tidemark.analysis.join;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.swimlane.JoinedTasks;
import io.tidemark.capture.swimlane.Timeline;

/**
 * The runs of tasks on cores with their times in microseconds, sorted by task id. Rows of one task
 * stand together. Times are worked out from ticks when asked for: kept, they would be the largest
 * columns of a big run. Immutable; any thread may read.
 */
public final class RunRows {
    /**
     * Dispatch or finish the scheduler did not stamp; equal to no time. A negative time is a time:
     * host and device clocks that are aligned badly put runs before the origin.
     */
    public static final double NO_STAMP = Double.NaN;

    private final JoinedTasks joined;
    private final Timeline timeline;
    private final double missing;
    private final int highestCore;

    private RunRows(JoinedTasks joined, Timeline timeline, double missing, int highestCore) {
        this.joined = joined;
        this.timeline = timeline;
        this.missing = missing;
        this.highestCore = highestCore;
    }

    /**
     * Puts every row on the axis. With {@code zeroMeansStamp} a missing dispatch or finish reads
     * 0.0 as in today's tools, else {@link #NO_STAMP}.
     */
    public static RunRows of(JoinedTasks joined, Timeline timeline, boolean zeroMeansStamp) {
        int highestCore = -1;
        for (int row = 0; row < joined.size(); row++) {
            highestCore = Math.max(highestCore, joined.core(row));
        }
        double missing = zeroMeansStamp ? 0.0 : NO_STAMP;
        return new RunRows(joined, timeline, missing, highestCore);
    }

    private double stamp(long tick) {
        return tick <= 0 ? missing : timeline.micros(tick);
    }

    public int size() {
        return joined.size();
    }

    /** Largest core number of any row, -1 without rows. */
    public int highestCore() {
        return highestCore;
    }

    public long taskId(int row) {
        return joined.taskId(row);
    }

    public int core(int row) {
        return joined.core(row);
    }

    public CoreType coreType(int row) {
        return joined.coreType(row);
    }

    /** Kernel id, -1 when unknown. */
    public int function(int row) {
        return joined.functionId(row);
    }

    /** True when its kernel threw. */
    public boolean isFailed(int row) {
        return joined.isFailed(row);
    }

    /** When the core read its dispatch register. */
    public double receive(int row) {
        return timeline.micros(joined.receiveTick(row));
    }

    public double start(int row) {
        return timeline.micros(joined.startTick(row));
    }

    public double end(int row) {
        return timeline.micros(joined.endTick(row));
    }

    public double dispatch(int row) {
        return stamp(joined.dispatchTick(row));
    }

    public double finish(int row) {
        return stamp(joined.finishTick(row));
    }

    /** True when the core stamped both ends of the run; only such runs have a length. */
    public boolean isTimed(int row) {
        return joined.isTimed(row);
    }

    /** {@link #start} as whole nanoseconds. */
    public long startNanos(int row) {
        return Timeline.nanos(start(row));
    }

    /** {@link #end} as whole nanoseconds. */
    public long endNanos(int row) {
        return Timeline.nanos(end(row));
    }

    /** True when the dispatch is known; always true where a missing one reads 0.0. */
    public boolean hasDispatch(int row) {
        return !Double.isNaN(dispatch(row));
    }

    /** True when the finish is known; always true where a missing one reads 0.0. */
    public boolean hasFinish(int row) {
        return !Double.isNaN(finish(row));
    }
}
