package io.tidemark.chip;

/** The host's monotonic clock, scaled to the device's frequency. Any thread. */
public final class RealClock implements DeviceClock {
    private final long hertz;
    private final long nanosPerTick;

    public RealClock(long hertz) {
        if (hertz < 1 || 1_000_000_000L % hertz != 0) {
            throw new IllegalArgumentException("hertz=" + hertz + " does not divide 1000000000");
        }
        this.hertz = hertz;
        this.nanosPerTick = 1_000_000_000L / hertz;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long ticks() {
        return nanosPerTick == 1 ? System.nanoTime() : System.nanoTime() / nanosPerTick;
    }

    @Override
    public long hertz() {
        return hertz;
    }
}
