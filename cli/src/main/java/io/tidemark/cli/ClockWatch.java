package io.tidemark.cli;

import io.tidemark.capture.Verdict;
import io.tidemark.chip.DeviceClock;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds the device clock against the monotonic clock of the process that reads it over a run: if
 * they do not agree on how long it took, no stamp of the run can be believed. One thread.
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

    /** How long it was until now. */
    Passed passed() {
        long hostNanos = System.nanoTime() - beginNanos;
        return new Passed(Math.round(clock.micros(clock.ticks() - beginTick) * 1e3), hostNanos);
    }

    /** What each clock says of the same time. Immutable. */
    record Passed(long deviceNanos, long hostNanos) {
        /** What was recorded, and what this says of its stamps. */
        Recorded judge(Recorded recorded) {
            long apart = Math.abs(deviceNanos - hostNanos);
            if (apart <= TOLERANCE_NANOS + hostNanos * TOLERANCE_SHARE) {
                return recorded;
            }
            return recorded.withClocksApart(
                    apart,
                    Verdict.untrusted(
                            String.format(
                                    Locale.ROOT,
                                    "the device clock ran %.3f ms and the host's %.3f ms: it"
                                            + " stepped or drifted",
                                    deviceNanos / 1e6,
                                    hostNanos / 1e6),
                            Verdict.Basis.CERTIFICATE));
        }

        /** One word for another process. */
        String text() {
            return deviceNanos + "/" + hostNanos;
        }

        /** Reads {@link #text}; empty for what makes no sense, or is not there. */
        static Optional<Passed> parse(String text) {
            if (text == null || !text.matches("-?[0-9]{1,18}/[0-9]{1,18}")) {
                return Optional.empty();
            }
            int slash = text.indexOf('/');
            return Optional.of(
                    new Passed(
                            Long.parseLong(text.substring(0, slash)),
                            Long.parseLong(text.substring(slash + 1))));
        }
    }
}
