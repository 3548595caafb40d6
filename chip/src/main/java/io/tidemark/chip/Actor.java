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
     * What the next steps depend on after a step that did nothing, apart from the time, from
     * counters, and from what only a step that does something or a store of a core changes: two
     * equal states of all actors mean that the steps between them would be repeated. {@link
     * #NO_STALL} when the actor cannot tell; else not negative.
     */
    default long stallState() {
        return NO_STALL;
    }

    /** By the clock: until then no repeated step finds that a time limit is over. */
    default long stallLimitNanos() {
        return Long.MIN_VALUE;
    }

    /** So many repeated steps were left out; the clock shows when the last of them ended. */
    default void skipSteps(long count) {}
}
