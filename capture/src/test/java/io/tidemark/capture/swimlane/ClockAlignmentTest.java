package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import io.tidemark.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClockAlignmentTest {
    private static final long HZ = 50_000_000;

    @Test
    void theSampleWithTheShortestRoundTripIsTaken() {
        ClockAlignment line = align(good(), 0, 0);
        assertThat(line.isCalibrated()).isTrue();
        assertThat(line.before().orElseThrow().sampleIndex()).isEqualTo(1);
        assertThat(line.before().orElseThrow().hostNanos()).isEqualTo(1_000_050);
        assertThat(line.after().orElseThrow().sampleIndex()).isEqualTo(0);
        assertThat(line.anchorUncertaintyNanos()).hasValue(200);
        assertThat(line.hostNanos(10_000)).isEqualTo(1_000_050);
        assertThat(line.hostNanos(60_000)).isEqualTo(2_000_250);
    }

    @Test
    void theLineEqualsExactIntegerArithmetic() {
        Seeds.each(100, seed -> {
            var random = Seeds.random(seed);
            long span = 1 + random.nextLong(1L << 50);
            long drift = random.nextLong(2_000_001) - 1_000_000;
            long c0 = 1 + random.nextLong(1L << 60);
            long h0 = (1L << 40) + random.nextLong(1L << 50);
            long nominal = BigInteger.valueOf(span)
                    .multiply(BigInteger.valueOf(1_000_000_000))
                    .divide(BigInteger.valueOf(HZ))
                    .longValueExact();
            long h1 = Math.max(h0 + 1, h0 + nominal + drift);
            ClockAlignment line = align(
                    List.of(sample(ClockAnchors.BEFORE, 0, h0, 0, c0), sample(ClockAnchors.AFTER, 0, h1, 0, c0 + span)),
                    0,
                    0);
            long tick = c0 + random.nextLong(span + 1);
            BigInteger d = BigInteger.valueOf(tick - c0);
            BigInteger expected = BigInteger.valueOf(h0)
                    .add(d.multiply(BigInteger.valueOf(1_000_000_000)).divide(BigInteger.valueOf(HZ)))
                    .add(BigInteger.valueOf(h1 - h0 - nominal).multiply(d).divide(BigInteger.valueOf(span)));
            assertThat(line.hostNanos(tick)).isEqualTo(expected.longValueExact());
        });
    }

    @Test
    void everyRefusalHasItsReason() {
        assertReason("invalid_host_timestamp_quantization", good(), HZ, -1, 0, 0);
        assertReason("invalid_device_frequency", good(), 0, 0, 0, 0);
        assertReason("missing_clock_anchor_samples", List.of(), HZ, 0, 0, 0);
        assertReason("no_valid_pre_host_orchestration_anchor", good().subList(2, 4), HZ, 0, 0, 0);
        assertReason("no_valid_post_device_execution_anchor", good().subList(0, 2), HZ, 0, 0, 0);
        assertReason("device_timestamps_outside_anchor_coverage", good(), HZ, 0, 9_999, 20_000);
        assertReason("device_timestamps_outside_anchor_coverage", good(), HZ, 0, 20_000, 60_001);
        assertReason(
                "host_anchor_order_invalid",
                List.of(sample(ClockAnchors.BEFORE, 0, 500, 0, 10), sample(ClockAnchors.AFTER, 0, 500, 0, 20)),
                HZ,
                0,
                0,
                0);
        assertReason(
                "device_anchor_order_invalid",
                List.of(sample(ClockAnchors.BEFORE, 0, 500, 0, 10), sample(ClockAnchors.AFTER, 0, 600, 0, 10)),
                HZ,
                0,
                0,
                0);
        ClockAlignment none = ClockAlignment.of(Optional.empty(), HZ, 0, 0, 0);
        assertThat(none.reason()).contains("missing_clock_anchors");
        ClockAnchors microseconds = anchors(good(), "ticks", null);
        assertThat(ClockAlignment.of(Optional.of(microseconds), HZ, 0, 0, 0).reason())
                .contains("unsupported_device_timestamp_unit");
        ClockAnchors raw = anchors(good(), "syscnt_cycles", "unknown");
        assertThat(ClockAlignment.of(Optional.of(raw), HZ, 0, 0, 0).reason())
                .contains("unsupported_raw_device_timestamp_unit");
    }

    private static void assertReason(
            String reason, List<Sample> samples, long hz, long quantization, long lowest, long highest) {
        ClockAnchors anchors = anchors(samples, "syscnt_cycles", "syscnt_cycles");
        ClockAlignment line = ClockAlignment.of(Optional.of(anchors), hz, quantization, lowest, highest);
        assertThat(line.reason()).contains(reason);
        assertThat(line.isCalibrated()).isFalse();
        assertThat(line.anchorUncertaintyNanos()).isEmpty();
    }

    private static List<Sample> good() {
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(ClockAnchors.BEFORE, 0, 900_000, 900, 9_000));
        samples.add(sample(ClockAnchors.BEFORE, 1, 1_000_000, 100, 10_000));
        samples.add(sample(ClockAnchors.AFTER, 0, 2_000_050, 400, 60_000));
        samples.add(sample(ClockAnchors.AFTER, 1, 2_100_000, 400, 61_000));
        return samples;
    }

    private static ClockAlignment align(List<Sample> samples, long lowest, long highest) {
        return ClockAlignment.of(
                Optional.of(anchors(samples, "syscnt_cycles", "syscnt_cycles")), HZ, 0, lowest, highest);
    }

    private static ClockAnchors anchors(List<Sample> samples, String unit, String raw) {
        return new ClockAnchors(1, "sim_syscnt", unit, raw, 3, samples);
    }

    private static Sample sample(String position, int index, long before, long trip, long tick) {
        return new Sample(
                position,
                index,
                before,
                OptionalLong.of(tick),
                OptionalLong.of(tick),
                before + trip,
                trip,
                (trip + 1) / 2,
                null,
                0);
    }
}
