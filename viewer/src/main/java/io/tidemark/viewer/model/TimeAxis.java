package io.tidemark.viewer.model;

import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.Timeline;

/**
 * Device ticks and host stamps as whole nanoseconds since the first moment of a capture. Immutable.
 */
public final class TimeAxis {
    /** Stands for "no stamp". */
    public static final long NONE = Long.MIN_VALUE;

    private static final double NANOS_PER_MICRO = 1000.0;

    private final Timeline timeline;

    public TimeAxis(SwimlaneTable table) {
        this.timeline = Timeline.of(table, true);
    }

    public long nanos(long tick) {
        return tick <= 0 ? NONE : Math.round(timeline.micros(tick) * NANOS_PER_MICRO);
    }

    public long hostNanos(long stamp) {
        return Math.round(timeline.hostMicros(stamp) * NANOS_PER_MICRO);
    }

    public Timeline timeline() {
        return timeline;
    }
}
