package io.tidemark.recording.plan;

import io.tidemark.chip.DeviceClock;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.memory.region.DeviceRegion;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Where a recording can be changed: faults to cause in it, and a clock to use instead of the chip's clock. Immutable.
 *
 * @param host changes what the host half is given
 * @param clock changes what the device half reads
 * @param longestWait how long a lane waits for the host before it drops
 * @param afterRun done to the region when the device is at rest and nothing is reconciled yet
 */
public record RecordingHooks(
        UnaryOperator<CollectorPlan> host,
        UnaryOperator<DeviceClock> clock,
        Duration longestWait,
        Consumer<DeviceRegion> afterRun) {
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    /** Hooks that change nothing. */
    public static final RecordingHooks NONE =
            new RecordingHooks(plan -> plan, clock -> clock, USUAL_WAIT, region -> {});

    public RecordingHooks withHost(UnaryOperator<CollectorPlan> newHost) {
        return new RecordingHooks(newHost, clock, longestWait, afterRun);
    }

    public RecordingHooks withClock(UnaryOperator<DeviceClock> newClock) {
        return new RecordingHooks(host, newClock, longestWait, afterRun);
    }

    public RecordingHooks withLongestWait(Duration newWait) {
        return new RecordingHooks(host, clock, newWait, afterRun);
    }

    public RecordingHooks withAfterRun(Consumer<DeviceRegion> newAfterRun) {
        return new RecordingHooks(host, clock, longestWait, newAfterRun);
    }
}
