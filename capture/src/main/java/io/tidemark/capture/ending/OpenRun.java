package io.tidemark.capture.ending;

import io.tidemark.abi.stall.BeginKind;

/**
 * A kernel that was on its core when its run was stopped: it began, and no record says that it
 * ended. Not a run that any statistics may count. Immutable.
 *
 * @param kernel its name, as the doctor had it
 * @param beginTick when it began, by the device clock, as {@code beginKind} says
 * @param endTick when the run was stopped, or was seen last
 */
public record OpenRun(long taskId, String kernel, int core, long beginTick, BeginKind beginKind, long endTick) {
    public long ticks() {
        return endTick - beginTick;
    }
}
