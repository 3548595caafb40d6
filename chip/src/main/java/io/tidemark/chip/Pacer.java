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

    /** Companion: it looks whether the run continues, and may do nothing else for long. */
    default void companionLooks() {}

    /**
     * Companion: it reads an element that others may change, and may do nothing else for long.
     *
     * @param element where the element is
     * @param submitted how many tasks it has submitted: reads between two submits belong together
     * @return whether time passed because it has read this element before
     */
    default boolean companionReads(long element, long submitted) {
        return false;
    }

    /** Companion: it makes calls of a run that has failed. They do nothing, and may never stop. */
    default void companionCallsAfterFailure() {}

    /** Kernel: it looks at something that others change, and may do nothing else for long. */
    default void kernelLooks() {}

    /** Kernel: it has changed something that kernels of other cores may wait for. */
    default void kernelSignals() {}

    /**
     * Kernel: it is busy for so long.
     *
     * @return false if time is real: then the caller lets it pass itself
     */
    default boolean kernelSpends(long nanos) {
        return false;
    }

    /**
     * Companion: it is busy for so long.
     *
     * @return false if time is real: then the caller lets it pass itself
     */
    default boolean companionSpends(long nanos) {
        return false;
    }

    /** Whether the calling thread, if it is the companion's, runs the companion and no kernel. */
    default boolean isCompanionRunning() {
        return true;
    }
}
