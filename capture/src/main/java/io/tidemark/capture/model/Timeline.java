package io.tidemark.capture.model;

import io.tidemark.capture.swimlane.ClockAlignment;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;

/**
 * Turns the ticks and host nanoseconds of one table into microseconds of one axis. Immutable.
 *
 * <p>Plain captures count from the smallest stamp. Host-orchestrated ones count from the first host
 * stamp. With good anchors device ticks are mapped onto the host clock. Without them the device
 * part is put after the host part ({@link #seamMicros}), and the distance between the two has no
 * meaning.
 */
public final class Timeline implements Moments {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long FAR_TICKS = 1L << 32; // products stay below 2^62

    private final long baseTick;
    private final double microsPerTick;
    private final boolean hostMode;
    private final long hostOriginNanos;
    private final double seamMicros;
    private final ClockAlignment alignment;
    private final long wholeNanosPerTick; // 0 where a tick is no whole number of them
    private final long seamNanos;

    private Timeline(
            long baseTick,
            double microsPerTick,
            boolean hostMode,
            long hostOriginNanos,
            double seamMicros,
            long clockHz,
            ClockAlignment alignment) {
        this.baseTick = baseTick;
        this.microsPerTick = microsPerTick;
        this.hostMode = hostMode;
        this.hostOriginNanos = hostOriginNanos;
        this.seamMicros = seamMicros;
        this.alignment = alignment;
        boolean isExact = clockHz > 0 && NANOS_PER_SECOND % clockHz == 0 && !(hostMode && alignment.isCalibrated());
        this.wholeNanosPerTick = isExact ? NANOS_PER_SECOND / clockHz : 0;
        this.seamNanos = hostMode ? nanos(seamMicros) : 0;
    }

    /** The axis of {@code table}: a device part that is not calibrated starts after the uploads. */
    public static Timeline of(SwimlaneTable table) {
        return of(table, true);
    }

    /**
     * The axis of {@code table}. With {@code uploadsPrecedeDevice} an uncalibrated device part
     * starts after the last upload, too; today's tools look at the submits only.
     */
    public static Timeline of(SwimlaneTable table, boolean uploadsPrecedeDevice) {
        TickRange range = TickRange.of(table);
        long base = table.era().inMicroseconds() ? SwimlaneTable.MICROSECOND_ORIGIN_TICK : range.lowest();
        double microsPerTick = 1e6 / table.metadata().clockHz();
        boolean hostMode = table.isHostOrchestrated();
        long quantization =
                table.metadata().host().map(h -> h.quantizationNanos()).orElse(0L);
        ClockAlignment alignment = ClockAlignment.of(
                table.metadata().clockAnchors(),
                table.metadata().clockHz(),
                quantization,
                range.lowest(),
                range.highest());
        HostRange host = HostRange.of(table);
        long origin = table.metadata().host().map(h -> h.originNanos()).orElse(0L);
        if (origin == 0) {
            origin = host.lowest();
        }
        if (origin == 0 && alignment.isCalibrated()) {
            origin = alignment.before().orElseThrow().hostNanos();
        }
        long seam = uploadsPrecedeDevice ? host.highest() : host.highestSubmit();
        double seamMicros = seam == 0 ? 0.0 : (seam - origin) / 1000.0;
        return new Timeline(
                base,
                microsPerTick,
                hostMode,
                origin,
                seamMicros,
                table.metadata().clockHz(),
                alignment);
    }

    /** Microseconds of a device tick; 0.0 for "no stamp". */
    public double micros(long tick) {
        if (tick <= 0) {
            return 0.0;
        }
        if (hostMode && alignment.isCalibrated()) {
            return (alignment.hostNanos(tick) - hostOriginNanos) / 1000.0;
        }
        double relative = (tick - baseTick) * microsPerTick;
        return hostMode ? seamMicros + relative : relative;
    }

    /** The whole nanosecond of a moment of the axis; every report and page rounds like this. */
    public static long nanos(double micros) {
        return Math.round(micros * 1000.0);
    }

    /** The whole nanosecond of a device tick; 0 for "no stamp". */
    public long nanos(long tick) {
        if (tick <= 0) {
            return 0;
        }
        long ticks = tick - baseTick;
        return wholeNanosPerTick > 0 && Math.abs(ticks) < FAR_TICKS
                ? seamNanos + ticks * wholeNanosPerTick
                : nanos(micros(tick));
    }

    /** The whole nanosecond of a host stamp. */
    public long hostNanos(long hostNanos) {
        return hostNanos - hostOriginNanos;
    }

    @Override
    public long ofTick(long tick) {
        return nanos(tick);
    }

    @Override
    public long ofHost(long hostNanos) {
        return hostNanos(hostNanos);
    }

    @Override
    public double length(long begin, long end) {
        return end - begin;
    }

    @Override
    public double inMicros(double length) {
        return length / 1000.0;
    }

    /** Microseconds of a host stamp on the same axis. */
    public double hostMicros(long hostNanos) {
        return (hostNanos - hostOriginNanos) / 1000.0;
    }

    /** The tick that micros 0.0 means in a plain capture. */
    public long baseTick() {
        return baseTick;
    }

    public double microsPerTick() {
        return microsPerTick;
    }

    public boolean isHostMode() {
        return hostMode;
    }

    /** True when host and device share an axis whose distances mean something. */
    public boolean isClockAligned() {
        return hostMode && alignment.isCalibrated();
    }

    /** Where the device part begins in an uncalibrated host capture. */
    public double seamMicros() {
        return seamMicros;
    }

    public ClockAlignment alignment() {
        return alignment;
    }

    /** Least and greatest host stamp, 0 when there are none. */
    private record HostRange(long lowest, long highest, long highestSubmit) {
        static HostRange of(SwimlaneTable table) {
            long lowest = Long.MAX_VALUE;
            long highestSubmit = 0;
            SubmitPhases submits = table.hostSubmits();
            for (int row = 0; row < submits.size(); row++) {
                lowest = Math.min(lowest, submits.start(row));
                highestSubmit = Math.max(highestSubmit, submits.end(row));
            }
            long highest = highestSubmit;
            for (HostUpload upload : table.hostUploads()) {
                highest = Math.max(highest, upload.endHostNanos());
            }
            return new HostRange(lowest == Long.MAX_VALUE ? 0 : lowest, highest, highestSubmit);
        }
    }
}
