package io.tidemark.runtime.team;

import io.tidemark.runtime.stall.Stall;

/**
 * Receives what the guard of a run sees from outside, every few milliseconds, so that it can be read after the death of
 * the run. Called by the thread that drives the run.
 */
public interface SupervisorProbe {
    /**
     * One look at all cores.
     *
     * @param progress per core, kernels entered in the high half and left in the low half
     * @param sinceTick per core, when the word was first seen so
     * @param startTick per core, when the kernel it is in began; 0 when nothing is recorded it
     */
    void looked(long tick, long[] progress, long[] sinceTick, long[] startTick);

    /** How far the run was at that look. */
    void counted(long submitted, long completed, int ready, boolean orchestrationDone);

    /** What the orchestrator waits for since about now, and inside how many scopes. */
    void waits(int resourceCode, int ring, long taskId, int openScopes);

    /** The run has failed; once. A code is 0 when that side has not. */
    void failed(int orchestratorCode, int schedulerCode, Stall stall);
}
