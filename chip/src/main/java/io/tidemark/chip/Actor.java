package io.tidemark.chip;

/**
 * Something that works in short steps and never waits inside one. The thread that steps it makes
 * sure that only one thread does so at a time, and that each sees what the one before wrote.
 */
public interface Actor {
    /** Does what can be done now. Returns true when it did anything. */
    boolean step();

    /** Whether it counts steps without progress and checks its time limits after some of them. */
    default boolean isWatching() {
        return true;
    }

    /** True when no further step will ever do anything. */
    boolean isFinished();
}
