package io.tidemark.recording.run;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.chip.DeviceClock;
import io.tidemark.recording.plan.Recorded;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Compares the device clock with the monotonic clock of the process that reads it, over a run. If they do not agree on
 * the length of the run, no stamp of the run can be trusted. One thread.
 */
public final class ClockWatch {
    private static final long TOLERANCE_NANOS = 1_000_000; // far below what anybody looks at
    private static final double TOLERANCE_SHARE = 0.001;
    private static final int TRIES = 3; // a busy machine seldom stops us three times in a row

    private final DeviceClock clock;
    private final LongSupplier hostClock;
    private final Reading begin;

    public ClockWatch(DeviceClock clock) {
        this(clock, System::nanoTime);
    }

    ClockWatch(DeviceClock clock, LongSupplier hostClock) {
        this.clock = clock;
        this.hostClock = hostClock;
        begin = read();
    }

    /** How long it was until now. */
    public Passed passed() {
        Reading end = read();
        long least = Math.max(0, end.beforeNanos - begin.afterNanos);
        return new Passed(
                Math.round(clock.micros(end.tick - begin.tick) * 1e3),
                least,
                Math.max(least, end.afterNanos - begin.beforeNanos)); // less where the host's clock stepped back
    }

    private Reading read() {
        Reading narrowest = once();
        for (int left = TRIES - 1; left > 0; left--) {
            Reading next = once();
            narrowest = next.widthNanos() < narrowest.widthNanos() ? next : narrowest;
        }
        return narrowest;
    }

    private Reading once() {
        long before = hostClock.getAsLong();
        long tick = clock.ticks();
        return new Reading(tick, before, hostClock.getAsLong());
    }

    /** The device's clock, and the host's on both sides of it: a thread may be stopped between. */
    private record Reading(long tick, long beforeNanos, long afterNanos) {
        long widthNanos() {
            return afterNanos - beforeNanos;
        }
    }

    /** What each clock says of the same time; of the host's, the bounds. Immutable. */
    public record Passed(long deviceNanos, long leastHostNanos, long mostHostNanos) {
        /** The record, with the judgement of its stamps by these clocks. */
        Recorded judge(Recorded recorded) {
            long hostNanos = Math.clamp(deviceNanos, leastHostNanos, mostHostNanos);
            long apart = Math.abs(deviceNanos - hostNanos);
            if (apart <= TOLERANCE_NANOS + hostNanos * TOLERANCE_SHARE) {
                return recorded;
            }
            return recorded.withClocksApart(
                    apart,
                    Verdict.untrusted(
                            String.format(
                                    Locale.ROOT,
                                    "the device clock ran %.3f ms and the host's %.3f ms: it" + " stepped or drifted",
                                    deviceNanos / 1e6,
                                    hostNanos / 1e6),
                            Verdict.Basis.CERTIFICATE));
        }

        /** One word for another process. */
        public String text() {
            return deviceNanos + "/" + leastHostNanos + "/" + mostHostNanos;
        }

        /** Reads {@link #text}; empty for what makes no sense, or is not there. */
        public static Optional<Passed> parse(String text) {
            if (text == null || !text.matches("-?[0-9]{1,18}(/[0-9]{1,18}){2}")) {
                return Optional.empty();
            }
            String[] parts = text.split("/");
            long least = Long.parseLong(parts[1]);
            long most = Long.parseLong(parts[2]);
            return least > most ? Optional.empty() : Optional.of(new Passed(Long.parseLong(parts[0]), least, most));
        }
    }
}
