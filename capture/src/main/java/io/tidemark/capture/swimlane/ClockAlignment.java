package io.tidemark.capture.swimlane;

import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The line that maps device ticks to host nanoseconds through two anchors, or the reason why there
 * is none. Immutable.
 */
public final class ClockAlignment {
    /** Name of the only method there is. */
    public static final String METHOD = "nominal_frequency_offset_interp_v1";

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long UPTIME_QUANTIZATION_NANOS = 1000; // the device says whole microseconds

    /** A chosen sample: where the two clocks met, and how sure that is. */
    public record Anchor(long sampleIndex, long hostNanos, long tick, long uncertaintyNanos) {}

    private final long clockHz;
    private final long quantizationNanos;
    private final Anchor before;
    private final Anchor after;
    private final String reason;

    private ClockAlignment(long clockHz, long quantizationNanos, Anchor before, Anchor after, String reason) {
        this.clockHz = clockHz;
        this.quantizationNanos = quantizationNanos;
        this.before = before;
        this.after = after;
        this.reason = reason;
    }

    /**
     * Aligns, or says why not. {@code lowestTick} and {@code highestTick} are the least and
     * greatest positive stamps of the file, both 0 when there are none.
     */
    public static ClockAlignment of(
            Optional<ClockAnchors> anchors, long clockHz, long quantizationNanos, long lowestTick, long highestTick) {
        String refusal = refusal(anchors, clockHz, quantizationNanos);
        if (refusal != null) {
            return new ClockAlignment(clockHz, quantizationNanos, null, null, refusal);
        }
        boolean uptime = "device_uptime_us".equals(anchors.get().rawDeviceTimestampUnit());
        long device = uptime ? UPTIME_QUANTIZATION_NANOS : 0;
        Anchor before = best(anchors.get(), ClockAnchors.BEFORE, device);
        Anchor after = best(anchors.get(), ClockAnchors.AFTER, device);
        String reason = null;
        if (before == null) {
            reason = "no_valid_pre_host_orchestration_anchor";
        } else if (after == null) {
            reason = "no_valid_post_device_execution_anchor";
        } else if (after.hostNanos <= before.hostNanos) {
            reason = "host_anchor_order_invalid";
        } else if (after.tick <= before.tick) {
            reason = "device_anchor_order_invalid";
        } else if (highestTick > 0 && (lowestTick < before.tick || highestTick > after.tick)) {
            reason = "device_timestamps_outside_anchor_coverage";
        }
        return new ClockAlignment(clockHz, quantizationNanos, before, after, reason);
    }

    private static String refusal(Optional<ClockAnchors> anchors, long clockHz, long quantization) {
        if (quantization < 0) {
            return "invalid_host_timestamp_quantization";
        }
        if (clockHz <= 0) {
            return "invalid_device_frequency";
        }
        if (anchors.isEmpty()) {
            return "missing_clock_anchors";
        }
        if (anchors.get().samples() == null || anchors.get().samples().isEmpty()) {
            return "missing_clock_anchor_samples";
        }
        if (!"syscnt_cycles".equals(anchors.get().deviceTimestampUnit())) {
            return "unsupported_device_timestamp_unit";
        }
        String raw = anchors.get().rawDeviceTimestampUnit();
        if (raw != null && !raw.equals("device_uptime_us") && !raw.equals("syscnt_cycles")) {
            return "unsupported_raw_device_timestamp_unit";
        }
        return null;
    }

    private static Anchor best(ClockAnchors anchors, String position, long deviceQuantization) {
        Sample best = null;
        long bestTrip = 0;
        for (Sample sample : anchors.samples()) {
            long trip = sample.hostAfterNanos() - sample.hostBeforeNanos();
            if (!position.equals(sample.position()) || !isValid(sample)) {
                continue;
            }
            boolean better = best == null || trip < bestTrip || (trip == bestTrip && sample.index() < best.index());
            if (better) {
                best = sample;
                bestTrip = trip;
            }
        }
        if (best == null) {
            return null;
        }
        return new Anchor(
                best.index(),
                best.hostBeforeNanos() + bestTrip / 2,
                best.deviceTick().getAsLong(),
                (bestTrip + 1) / 2 + deviceQuantization);
    }

    private static boolean isValid(Sample sample) {
        return sample.errorStage() == null
                && sample.hostBeforeNanos() > 0
                && sample.deviceTick().orElse(0) > 0
                && sample.hostAfterNanos() >= sample.hostBeforeNanos()
                && sample.index() >= 0;
    }

    public boolean isCalibrated() {
        return reason == null;
    }

    /** Why there is no alignment; empty when there is one. */
    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    public Optional<Anchor> before() {
        return isCalibrated() ? Optional.of(before) : Optional.empty();
    }

    public Optional<Anchor> after() {
        return isCalibrated() ? Optional.of(after) : Optional.empty();
    }

    /** The larger uncertainty of the two anchors; empty when not calibrated. */
    public OptionalLong anchorUncertaintyNanos() {
        return isCalibrated()
                ? OptionalLong.of(Math.max(before.uncertaintyNanos, after.uncertaintyNanos))
                : OptionalLong.empty();
    }

    public long quantizationNanos() {
        return quantizationNanos;
    }

    /** Host nanoseconds of a tick; only when calibrated. */
    public long hostNanos(long tick) {
        long distance = tick - before.tick;
        long span = after.tick - before.tick;
        long drift = after.hostNanos - (before.hostNanos + scale(span, NANOS_PER_SECOND, clockHz));
        return before.hostNanos + scale(distance, NANOS_PER_SECOND, clockHz) + scale(drift, distance, span);
    }

    /** {@code a * b / d} toward zero, exact even where the product needs more than 64 bits. */
    private static long scale(long a, long b, long d) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
            return low / d;
        }
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .divide(BigInteger.valueOf(d))
                .longValue();
    }
}
