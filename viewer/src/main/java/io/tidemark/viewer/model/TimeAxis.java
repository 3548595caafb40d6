package io.tidemark.viewer.model;

import io.tidemark.capture.model.Timeline;

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

    public TimeAxis(Timeline timeline, HostPhases host) {
        this.timeline = timeline;
        long first = host.phases().isEmpty() ? 0 : timeline.hostNanos(host.earliestNanos());
        this.shiftNanos = timeline.isHostMode() ? Math.max(0, -first) : 0;
        this.hostShiftNanos = timeline.isHostMode() ? shiftNanos : -first;
    }

    public long nanos(long tick) {
        return tick <= 0 ? NONE : shiftNanos + timeline.nanos(tick);
    }

    /** A time of the capture's axis on this one. */
    public long shifted(long nanos) {
        return nanos == NONE ? NONE : shiftNanos + nanos;
    }

    /** A moment of this axis on the capture's. */
    public long unshifted(long nanos) {
        return nanos - shiftNanos;
    }

    public long hostNanos(long stamp) {
        return hostShiftNanos + timeline.hostNanos(stamp);
    }

    public Timeline timeline() {
        return timeline;
    }
}
