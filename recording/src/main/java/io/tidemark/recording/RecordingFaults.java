package io.tidemark.recording;

import io.tidemark.chip.DeviceClock;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.memory.region.DeviceRegion;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is made to go wrong in a recording. Immutable.
 *
 * @param host changes what the host half is given
 * @param clock changes what the device half reads
 * @param longestWait how long a lane waits for the host before it drops
 * @param afterRun done to the region when the device is at rest and nothing is reconciled yet
 */
public record RecordingFaults(
        UnaryOperator<CollectorPlan> host,
        UnaryOperator<DeviceClock> clock,
        Duration longestWait,
        Consumer<DeviceRegion> afterRun) {
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    public static final RecordingFaults NONE =
            new RecordingFaults(plan -> plan, clock -> clock, USUAL_WAIT, region -> {});

    public RecordingFaults withHost(UnaryOperator<CollectorPlan> newHost) {
        return new RecordingFaults(newHost, clock, longestWait, afterRun);
    }

    public RecordingFaults withClock(UnaryOperator<DeviceClock> newClock) {
        return new RecordingFaults(host, newClock, longestWait, afterRun);
    }

    public RecordingFaults withLongestWait(Duration newWait) {
        return new RecordingFaults(host, clock, newWait, afterRun);
    }

    public RecordingFaults withAfterRun(Consumer<DeviceRegion> newAfterRun) {
        return new RecordingFaults(host, clock, longestWait, newAfterRun);
    }
}
