package io.tidemark.runtime;

/**
 * How far a run is, for another thread that watches it. Any thread; each number is right for some
 * moment of the recent past, and reading them does not disturb the run.
 */
public interface RunMonitor {
    long submitted();

    /** Tasks that cores have finished; allocations are not counted. */
    long completed();

    /** Tasks that wait for nothing but a core. */
    int ready();

    int rings();

    /** Tasks of a ring that are submitted and not reclaimed yet. */
    int aliveTasks(int ring);

    int taskWindow(int ring);
}
