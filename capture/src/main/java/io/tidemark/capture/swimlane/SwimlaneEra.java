package io.tidemark.capture.swimlane;

/** The forms a swimlane records file had over time, oldest first. */
public enum SwimlaneEra {
    /** The never merged proposal whose level 1, 2, 3 is written as version 0, 1, 2. */
    PROPOSAL,
    /**
     * February to May 2026: {@code version} 1 or 2 is the schema. A1 to A4 differ in file name
     * only.
     */
    A,
    /** May 2026: {@code version} holds the level. */
    B,
    /** One day in May 2026: no discriminator at all. */
    C,
    /** {@code l2_perf_level}. */
    D,
    /** {@code l2_swimlane_level} with microseconds. */
    E,
    /** {@code l2_swimlane_level} with raw ticks. */
    F,
    /** {@code chip_swimlane_level} with raw ticks: what Tidemark writes. */
    G;

    /** True when the file held microseconds; the tables then hold nanosecond ticks. */
    public boolean inMicroseconds() {
        return this != F && this != G;
    }
}
