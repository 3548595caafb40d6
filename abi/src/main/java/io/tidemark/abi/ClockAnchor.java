package io.tidemark.abi;

/**
 * The same moment on three clocks: the device's, the maker's monotonic one and the wall's.
 * Immutable. Ticks become times only through it; {@code uncertaintyNanos} says how far apart the
 * readings may have been.
 */
public record ClockAnchor(long tick, long monotonicNanos, long epochNanos, long uncertaintyNanos) {
    /** No anchor was taken. */
    public static final ClockAnchor NONE = new ClockAnchor(0, 0, 0, 0);

    public ClockAnchor {
        if (uncertaintyNanos < 0) {
            throw new IllegalArgumentException("uncertaintyNanos=" + uncertaintyNanos + " is below 0");
        }
    }
}
