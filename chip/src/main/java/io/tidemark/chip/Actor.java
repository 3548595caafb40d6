package io.tidemark.chip;

/**
 * Something that works in short steps and never waits inside one. The thread that steps it makes
 * sure that only one thread does so at a time, and that each sees what the one before wrote.
 */
public interface Actor {
    /** {@link #stallState} of an actor that cannot tell. */
    long NO_STALL = -1;

    /** Does what can be done now. Returns true when it did anything. */
    boolean step();

    /** Whether it counts steps without progress and checks its time limits after some of them. */
    default boolean isWatching() {
        return true;
    }

    /** True when no further step will ever do anything. */
    boolean isFinished();

    /**
     * The state on which the next steps depend after a step that did nothing. It leaves out the time and counters. It
     * also leaves out state that changes only by a step that does something or by a store of a core. Two equal states
     * of all actors mean that the steps between them would be repeated. {@link #NO_STALL} when the actor does not know
     * its state; else not negative.
     */
    default long stallState() {
        return NO_STALL;
    }

    /** By the clock: until then no repeated step finds that a time limit is over. */
    default long stallLimitNanos() {
        return Long.MIN_VALUE;
    }

    /** This many repeated steps were left out; the clock shows when the last of them ended. */
    default void skipSteps(long count) {}
}
