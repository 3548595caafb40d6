package io.tidemark.capture.model;

/**
 * How stamps of a capture become moments. A moment is a {@code long} that compares as the time it
 * stands for: sorting, searching and laying out need nothing else. What a stretch between two
 * moments is worth, only this type says. {@link Timeline} counts whole nanoseconds.
 */
public interface Moments {
    /** The moment of a device tick; 0 for "no stamp". */
    long ofTick(long tick);

    /** The moment of a host stamp. */
    long ofHost(long hostNanos);

    /**
     * How long it is from {@code begin} to {@code end}, negative when they are the wrong way round.
     * Lengths are added up as they are, and {@link #inMicros} turns the sum into microseconds.
     * Whole nanoseconds add up exactly to 2^53, which is 104 days.
     */
    double length(long begin, long end);

    /** A length, or a sum of lengths, in microseconds. */
    double inMicros(double length);
}
