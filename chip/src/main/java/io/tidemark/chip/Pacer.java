package io.tidemark.chip;

/**
 * How the companion thread (the orchestrator) and the lanes wait for and wake one another. One per
 * run; each method says who may call it.
 */
public interface Pacer {
    /**
     * Companion: nothing to do for now. {@code attempt} counts the pauses since the last progress,
     * from 0.
     */
    void pause(int attempt);

    /** Companion: others may go first here. Costs nothing where threads are real. */
    void yieldPoint();

    /** Companion: there is new work. Cheap when a thread is awake. */
    void wakeLanes();

    /** Lanes: there is room the companion may be waiting for. Cheap when it is not waiting. */
    void wakeCompanion();

    /** Any thread, once the run is to stop: disturbs kernels that block. */
    void disturbKernels();
}
