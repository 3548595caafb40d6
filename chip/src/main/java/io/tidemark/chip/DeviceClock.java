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

    /** The monotonic clock of the host; in virtual time the host lives in that too. */
    default long hostNanos() {
        return System.nanoTime();
    }

    /** Microseconds that a number of ticks lasts. */
    default double micros(long ticks) {
        return ticks * 1e6 / hertz();
    }
}
