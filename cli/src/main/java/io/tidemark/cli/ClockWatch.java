package io.tidemark.cli;

import io.tidemark.capture.Verdict;
import io.tidemark.chip.DeviceClock;
import java.util.Locale;

/**
 * Holds the device clock against the host's monotonic clock over a run: if they do not agree on how
 * long it took, no stamp of the run can be believed. One thread.
 */
final class ClockWatch {
    private static final long TOLERANCE_NANOS = 20_000_000; // two readings may be torn apart
    private static final double TOLERANCE_SHARE = 0.001;

    private final DeviceClock clock;
    private final long beginTick;
    private final long beginNanos;

    ClockWatch(DeviceClock clock) {
        this.clock = clock;
        beginNanos = System.nanoTime();
        beginTick = clock.ticks();
    }

    /** What was recorded, and what this says of its stamps. */
    Recorded judge(Recorded recorded) {
        long hostNanos = System.nanoTime() - beginNanos;
        double deviceNanos = clock.micros(clock.ticks() - beginTick) * 1e3;
        long apart = Math.round(Math.abs(deviceNanos - hostNanos));
        if (apart <= TOLERANCE_NANOS + hostNanos * TOLERANCE_SHARE) {
            return recorded;
        }
        return recorded.withClocksApart(
                apart,
                Verdict.untrusted(
                        String.format(
                                Locale.ROOT,
                                "the device clock ran %.3f ms and the host's %.3f ms: it stepped or"
                                        + " drifted",
                                deviceNanos / 1e6,
                                hostNanos / 1e6),
                        Verdict.Basis.CERTIFICATE));
    }
}
