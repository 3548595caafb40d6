package io.tidemark.runtime.scheduler;

/**
 * Where the guard of a run tells what it sees from outside, every few milliseconds, so that whoever
 * comes after the death of the run can read it. Called by the thread that drives the run.
 */
public interface RunLookoutProbe {
    /**
     * One look at all cores.
     *
     * @param progress per core, kernels entered in the high half and left in the low half
     * @param sinceTick per core, when the word was first seen so
     */
    void looked(long tick, long[] progress, long[] sinceTick);

    /** How far the run was at that look. */
    void counted(long submitted, long completed, int ready, boolean orchestrationDone);
}
