package io.tidemark.analysis.compat;

import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.Timeline;

/**
 * Moments as the tools of simpler compute with them: microseconds in a double, down to the last
 * digit. The bits of a double, with those of a negative one turned around, compare as the double
 * does. Immutable.
 */
public record CompatMoments(Timeline axis) implements Moments {
    /** The moment that lies some microseconds after the origin. */
    public static long of(double micros) {
        return turned(Double.doubleToRawLongBits(micros));
    }

    /** The microseconds of a moment. */
    public static double micros(long moment) {
        return Double.longBitsToDouble(turned(moment));
    }

    private static long turned(long bits) {
        return bits >= 0 ? bits : bits ^ Long.MAX_VALUE;
    }

    @Override
    public long ofTick(long tick) {
        return of(axis.micros(tick));
    }

    @Override
    public long ofHost(long hostNanos) {
        return of(axis.hostMicros(hostNanos));
    }

    @Override
    public double length(long begin, long end) {
        return micros(end) - micros(begin);
    }

    @Override
    public double inMicros(double length) {
        return length;
    }
}
