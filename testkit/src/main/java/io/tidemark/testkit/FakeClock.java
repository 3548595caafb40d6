package io.tidemark.testkit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that moves when the test says so. Any thread may read and move it; it never goes back.
 */
public final class FakeClock implements LongSupplier {
    private final AtomicLong now;
    private volatile long stepPerRead;

    public FakeClock(long startTick) {
        now = new AtomicLong(startTick);
    }

    /** Lets every reading move the clock on, so that code which waits for time to pass ends. */
    public FakeClock steppingBy(long ticksPerRead) {
        if (ticksPerRead < 0) {
            throw new IllegalArgumentException("ticksPerRead=" + ticksPerRead);
        }
        stepPerRead = ticksPerRead;
        return this;
    }

    public void advance(long ticks) {
        if (ticks < 0) {
            throw new IllegalArgumentException("ticks=" + ticks);
        }
        now.addAndGet(ticks);
    }

    @Override
    public long getAsLong() {
        return now.getAndAdd(stepPerRead);
    }
}
