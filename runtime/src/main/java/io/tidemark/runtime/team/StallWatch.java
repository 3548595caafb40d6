package io.tidemark.runtime.team;

/** Asked by one actor whether the run stands still. For the thread that steps the actor. */
public interface StallWatch {
    /** Something moved, or waits for the host, which is not standing still. */
    void progress();

    /** Nothing moved for a while; the failure that ends the run, or null. */
    RunFailure check();

    /**
     * By the clock: of the checks before this moment only the last one matters, if nothing moves
     * and nothing is submitted meanwhile, and it finds no failure.
     */
    long safeUntilNanos();
}
