package io.tidemark.cli;

import io.tidemark.runtime.RunResult;

/**
 * What a run says of itself, counted without its probes. Immutable.
 *
 * @param subtasks kernel runs on cores, -1 if nobody knows
 * @param submits submits and allocations, -1 if nobody knows
 * @param endTick when the run ended, 0 if nobody knows
 */
record RunFacts(boolean isOk, long subtasks, long submits, long endTick) {
    /** A run that died without telling. */
    static final RunFacts UNKNOWN = new RunFacts(false, -1, -1, 0);

    /** Only a run that ended well says how much there must be. */
    static RunFacts of(RunResult result, long endTick) {
        return result.isOk()
                ? new RunFacts(
                        true, result.completed() - result.allocated(), result.submitted(), endTick)
                : new RunFacts(false, -1, -1, endTick);
    }
}
