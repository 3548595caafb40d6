package io.tidemark.chip.simulated;

import io.tidemark.chip.DeviceClock;

/**
 * The one clock of a run in virtual time. It shows the time of the actor that has the turn, and moves when
 * {@link EventStepper} or the work that is done moves it. The host reads the same clock. For the thread that has the
 * turn; after the run, any.
 */
public final class ModelClock implements DeviceClock {
    private static final long SECOND = 1_000_000_000_000L;
    private static final long START = SECOND; // no tick of a run is zero

    private final long hertz;
    private final long picosPerTick;
    private long picos = START;

    public ModelClock(long hertz) {
        if (hertz < 1 || SECOND % hertz != 0) {
            throw new IllegalArgumentException("hertz=" + hertz + " does not divide " + SECOND);
        }
        this.hertz = hertz;
        this.picosPerTick = SECOND / hertz;
    }

    /** Picoseconds since some moment before the run. */
    public long picos() {
        return picos;
    }

    void set(long newPicos) {
        picos = newPicos;
    }

    void spend(long by) {
        picos += by;
    }

    @Override
    public long nanos() {
        return picos / 1_000;
    }

    @Override
    public long ticks() {
        return picos / picosPerTick;
    }

    @Override
    public long hertz() {
        return hertz;
    }

    @Override
    public long hostNanos() {
        return nanos();
    }
}
