package io.tidemark.runtime.stall;

import io.tidemark.abi.StallDetail;

/**
 * Where a run stood when the watchdog ended it. Immutable.
 *
 * @param total tasks submitted so far
 * @param stuckTaskId task that best explains the stall, or {@code TaskId.NONE}
 * @param stuckCore core that runs it, or -1
 * @param silentNanos for how long the device itself had given no answer, if that is at least half
 *     of the time that was waited; else 0. Then the task that was there need not be to blame
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
        int stuckCore,
        long silentNanos) {
    /** For a sentence, behind how long was waited; empty where the device answered. */
    public String silence() {
        return silentNanos == 0
                ? ""
                : ", and the device itself gave no answer for %d ms (other programs have it, or it stands still)"
                        .formatted(silentNanos / 1_000_000L);
    }

    /**
     * Something running explains a stall better than something ready, and that better than
     * something waiting.
     */
    public static StallDetail classify(int running, int ready, int waiting, boolean orchestrationDone) {
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
