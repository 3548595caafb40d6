package io.tidemark.capture.swimlane;

import java.util.List;
import java.util.OptionalLong;

/**
 * Pairs of host and device clock readings taken around a run.
 *
 * @param schemaVersion 1 so far
 * @param provider acl_event, sim_syscnt or unavailable
 * @param deviceTimestampUnit syscnt_cycles, or null when the file does not say
 * @param rawDeviceTimestampUnit device_uptime_us, syscnt_cycles or unknown; null when the file does
 *     not say
 * @param samplesPerPosition how many samples were asked for
 * @param samples in file order; null when the file has no such list
 */
public record ClockAnchors(
        long schemaVersion,
        String provider,
        String deviceTimestampUnit,
        String rawDeviceTimestampUnit,
        long samplesPerPosition,
        List<Sample> samples) {
    /** Position of the samples taken before the host orchestrates. */
    public static final String BEFORE = "pre_host_orchestration";

    /** Position of the samples taken after the device finished. */
    public static final String AFTER = "post_device_execution";

    /**
     * One reading of the device clock between two of the host's.
     *
     * @param errorStage stage that failed, null when the sample is good
     */
    public record Sample(
            String position,
            long index,
            long hostBeforeNanos,
            OptionalLong rawDeviceTimestamp,
            OptionalLong deviceTick,
            long hostAfterNanos,
            long roundTripNanos,
            long uncertaintyNanos,
            String errorStage,
            long errorCode) {}
}
