package io.tidemark.cli;

import io.tidemark.capture.strace.HostPhasePass.Phase;
import io.tidemark.capture.swimlane.ClockAnchors;
import io.tidemark.capture.swimlane.ClockAnchors.Sample;
import io.tidemark.chip.DeviceClock;
import io.tidemark.collector.swimlane.HostSide;
import io.tidemark.runtime.recording.HostPhaseLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the host itself measures of a run whose graph it builds: its phases, and both clocks before
 * and after, so that its submits and the tasks of the chip lie on one axis. For the thread that
 * runs the case.
 */
final class HostSideRecorder {
    private static final int SAMPLES = 3;
    private static final String TICKS = "syscnt_cycles";

    private final DeviceClock clock;
    private final HostPhaseLog phases = new HostPhaseLog();
    private final List<Sample> samples = new ArrayList<>();

    HostSideRecorder(DeviceClock clock) {
        this.clock = clock;
    }

    HostPhaseLog phases() {
        return phases;
    }

    void anchorBefore() {
        anchor(ClockAnchors.BEFORE);
    }

    void anchorAfter() {
        anchor(ClockAnchors.AFTER);
    }

    /** After the run. */
    HostSide hostSide() {
        long thread = ProcessHandle.current().pid();
        List<Phase> timed =
                phases.phases().stream()
                        .map(
                                p ->
                                        new Phase(
                                                p.kind().label(),
                                                p.beginNanos(),
                                                p.endNanos(),
                                                p.detail(),
                                                thread))
                        .toList();
        ClockAnchors anchors =
                new ClockAnchors(1, "sim_syscnt", TICKS, TICKS, SAMPLES, List.copyOf(samples));
        return new HostSide(Optional.of(anchors), timed, phases.dropped());
    }

    private void anchor(String position) {
        for (int i = 0; i < SAMPLES; i++) {
            long before = System.nanoTime();
            long tick = clock.ticks();
            long after = System.nanoTime();
            long roundTrip = after - before;
            samples.add(
                    new Sample(
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
