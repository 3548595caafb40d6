package io.tidemark.runtime.stall;

import io.tidemark.abi.StallDetail;

/**
 * Where a run stood when the watchdog ended it. Immutable.
 *
 * @param total tasks submitted so far
 * @param stuckTaskId task that best explains the stall, or {@code TaskId.NONE}
 * @param stuckCore core that runs it, or -1
 */
public record Stall(
        StallDetail detail,
        long completed,
        long total,
        int running,
        int ready,
        int waiting,
        boolean orchestrationDone,
        long stuckTaskId,
        int stuckCore) {
    /**
     * Something running explains a stall better than something ready, and that better than
     * something waiting.
     */
    public static StallDetail classify(
            int running, int ready, int waiting, boolean orchestrationDone) {
        if (running > 0) {
            return StallDetail.RUNNING_STALLED;
        }
        if (ready > 0) {
            return StallDetail.READY_BUT_ALL_IDLE;
        }
        if (waiting > 0) {
            return StallDetail.DEPENDENCY_DEADLOCK;
        }
        return orchestrationDone ? StallDetail.UNKNOWN : StallDetail.ORCHESTRATOR_STARVATION;
    }
}
