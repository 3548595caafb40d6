package io.tidemark.chip;

import io.tidemark.abi.ClockAnchor;
import java.util.Objects;

/**
 * A clock of a chip and what relates it to the host's clocks. Streams of records that name
 * different domains may be drawn on one axis only through their anchors. Immutable, any thread.
 *
 * @param name of the domain, as captures call it
 */
public record ClockDomain(String name, DeviceClock clock) {
    private static final int READINGS = 3;

    public ClockDomain {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(clock, "clock");
    }

    public long hertz() {
        return clock.hertz();
    }

    /** The tightest of a few readings of this clock between two of the host's. */
    public ClockAnchor anchor() {
        ClockAnchor best = read();
        for (int i = 1; i < READINGS; i++) {
            ClockAnchor next = read();
            best = next.uncertaintyNanos() < best.uncertaintyNanos() ? next : best;
        }
        return best;
    }

    private ClockAnchor read() {
        long before = System.nanoTime();
        long tick = clock.ticks();
        long after = System.nanoTime();
        long epoch = System.currentTimeMillis() * 1_000_000L;
        long half = (after - before + 1) / 2;
        return new ClockAnchor(tick, before + half, epoch, half);
    }
}
