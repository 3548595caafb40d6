package io.tidemark.chip;

/**
 * The clock of the device. It never stands still: a constant clock would switch every timeout off.
 * Any thread.
 */
public interface DeviceClock {
    /** Nanoseconds since some moment, for timeouts. */
    long nanos();

    /** The same moment in ticks of {@link #hertz}. */
    long ticks();

    long hertz();

    /** Microseconds that a number of ticks lasts. */
    default double micros(long ticks) {
        return ticks * 1e6 / hertz();
    }
}
