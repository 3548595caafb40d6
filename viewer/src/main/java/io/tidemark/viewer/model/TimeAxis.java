package io.tidemark.viewer.model;

import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.Timeline;

/**
 * Device ticks and host stamps as whole nanoseconds since the first moment of a capture. Host
 * phases may begin before the first submit, which a swimlane counts from; a capture whose swimlane
 * knows no host clock counts them from their own first stamp. Immutable.
 */
public final class TimeAxis {
    /** Stands for "no stamp". */
    public static final long NONE = Long.MIN_VALUE;

    private final Timeline timeline;
    private final long shiftNanos;
    private final long hostShiftNanos;

    public TimeAxis(SwimlaneTable table, HostPhases host) {
        this.timeline = Timeline.of(table, true);
        long first = host.phases().isEmpty() ? 0 : onTimeline(host.earliestNanos());
        this.shiftNanos = timeline.isHostMode() ? Math.max(0, -first) : 0;
        this.hostShiftNanos = timeline.isHostMode() ? shiftNanos : -first;
    }

    public long nanos(long tick) {
        return tick <= 0 ? NONE : shiftNanos + Timeline.nanos(timeline.micros(tick));
    }

    public long hostNanos(long stamp) {
        return hostShiftNanos + onTimeline(stamp);
    }

    private long onTimeline(long stamp) {
        return Timeline.nanos(timeline.hostMicros(stamp));
    }

    public Timeline timeline() {
        return timeline;
    }
}
