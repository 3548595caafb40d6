package io.tidemark.chip.simulated;

import io.tidemark.chip.DeviceClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves when told, and by one nanosecond at every look, so that it is never constant.
 * Any thread.
 */
public final class VirtualClock implements DeviceClock {
    private final long hertz;
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);

    public VirtualClock(long hertz) {
        if (hertz < 1 || 1_000_000_000L % hertz != 0) {
            throw new IllegalArgumentException("hertz=" + hertz + " does not divide 1000000000");
        }
        this.hertz = hertz;
    }

    public void advanceNanos(long by) {
        if (by < 0) {
            throw new IllegalArgumentException("by=" + by + " would turn the clock back");
        }
        nanos.addAndGet(by);
    }

    @Override
    public long nanos() {
        return nanos.incrementAndGet();
    }

    @Override
    public long ticks() {
        return nanos() / (1_000_000_000L / hertz);
    }

    @Override
    public long hertz() {
        return hertz;
    }
}
