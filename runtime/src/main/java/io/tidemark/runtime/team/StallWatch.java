package io.tidemark.runtime.team;

/** Asked by one actor whether the run stands still. For the thread that steps the actor. */
public interface StallWatch {
    /** Something moved, or waits for the host, which is not standing still. */
    void progress();

    /** Nothing moved for a while; the failure that ends the run, or null. */
    RunFailure check();
}
