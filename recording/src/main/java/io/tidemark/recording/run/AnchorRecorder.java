package io.tidemark.recording.run;

import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import io.tidemark.chip.DeviceClock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Readings of both clocks before and after a run whose graph the host builds, so that its submits
 * and the tasks of the chip lie on one axis. For the thread that runs the case.
 */
final class AnchorRecorder {
    private static final int SAMPLES = 3;
    private static final String TICKS = "syscnt_cycles";

    private final DeviceClock clock;
    private final List<Sample> samples = new ArrayList<>();

    AnchorRecorder(DeviceClock clock) {
        this.clock = clock;
    }

    void before() {
        anchor(ClockAnchors.BEFORE);
    }

    void after() {
        anchor(ClockAnchors.AFTER);
    }

    /** The anchors; call it after the run. */
    ClockAnchors anchors() {
        return new ClockAnchors(1, "sim_syscnt", TICKS, TICKS, SAMPLES, List.copyOf(samples));
    }

    private void anchor(String position) {
        for (int i = 0; i < SAMPLES; i++) {
            long before = clock.hostNanos();
            long tick = clock.ticks();
            long after = clock.hostNanos();
            long roundTrip = after - before;
            samples.add(new Sample(
                    position,
                    i,
                    before,
                    OptionalLong.of(tick),
                    OptionalLong.of(tick),
                    after,
                    roundTrip,
                    (roundTrip + 1) / 2,
                    null,
                    0));
        }
    }
}
