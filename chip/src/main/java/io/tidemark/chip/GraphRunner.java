package io.tidemark.chip;

/**
 * A chip whose cores resolve a whole graph themselves: the host hands it over and watches. Of one
 * run. Any thread may ask; one thread prepares and starts.
 */
public interface GraphRunner {
    /**
     * Makes room for graphs of this many tasks, before the cores start: while they run it may be too late to get
     * memory.
     */
    void reserve(int tasks);

    /**
     * Brings the graph to the device and lets the cores begin. Once, while they run.
     *
     * @return false if the graph does not fit; nothing has begun then
     */
    boolean start(GraphSource graph);

    /** Tasks that cores have completed, as far as they have told. */
    long completed();

    /** Kernel runs that have ended, as far as cores have told. */
    long kernels();

    /** Tasks that cores have completed without running them, because of their predicate. */
    default long skipped() {
        return 0;
    }

    /** Whether cores can dump the arguments of the tasks that they take. */
    default boolean dumpsArguments() {
        return false;
    }

    /** Whether cores can count the cycles of the kernels that they take. */
    default boolean countsCycles() {
        return false;
    }

    /** Pieces of arguments that were taken from cores; grows during a dump. */
    default long dumpedPieces() {
        return 0;
    }

    /** Whether a core waits because what it dumped has no room on the host. */
    default boolean isHeld() {
        return false;
    }

    /** Whether all that cores have recorded so far has been taken. */
    boolean isDrained();

    /** Number of the task whose kernel is on a core, or -1. */
    int taskOn(int core);

    /** Which block of that task; after {@link #taskOn}. */
    int blockOn(int core);

    /** Asks the device which tasks are complete; false when it does not answer any more. */
    boolean fetchStates();

    /** Whether a task was complete at the last {@link #fetchStates}. */
    boolean isComplete(int task);
}
