package io.tidemark.lab.fault;

import io.tidemark.chip.DeviceClock;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that jumps ahead once by a second, some readings after the start. Any thread. */
public final class SteppingClock implements DeviceClock {
    private final DeviceClock clock;
    private final AtomicInteger left;

    public SteppingClock(DeviceClock clock, int readings) {
        this.clock = clock;
        this.left = new AtomicInteger(readings);
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public long ticks() {
        boolean stepped = left.get() <= 0 || left.decrementAndGet() <= 0;
        return clock.ticks() + (stepped ? clock.hertz() : 0);
    }

    @Override
    public long hertz() {
        return clock.hertz();
    }
}
