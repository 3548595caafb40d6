package io.tidemark.chip.simulated;

import io.tidemark.chip.DeviceClock;

/** The host's monotonic clock, scaled to the device's frequency. Any thread. */
public final class RealClock implements DeviceClock {
    private final long hertz;
    private final long reciprocal; // 2^64 / nanoseconds per tick, rounded up; 0 if a tick is one

    public RealClock(long hertz) {
        if (hertz < 1 || 1_000_000_000L % hertz != 0) {
            throw new IllegalArgumentException("hertz=" + hertz + " does not divide 1000000000");
        }
        this.hertz = hertz;
        this.reciprocal = reciprocal(1_000_000_000L / hertz);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long ticks() {
        return ticks(System.nanoTime(), reciprocal);
    }

    static long reciprocal(long nanosPerTick) {
        return nanosPerTick == 1 ? 0 : Long.divideUnsigned(-1L, nanosPerTick) + 1;
    }

    /**
     * Whole ticks in a time since the machine started. A division by a number that the compiler
     * does not know would cost a fifth of the reading; this is exact up to 2^64 nanoseconds by the
     * length of a tick, some 29 years at 50 MHz.
     */
    static long ticks(long nanos, long reciprocal) {
        return reciprocal == 0 ? nanos : Math.unsignedMultiplyHigh(nanos, reciprocal);
    }

    @Override
    public long hertz() {
        return hertz;
    }
}
