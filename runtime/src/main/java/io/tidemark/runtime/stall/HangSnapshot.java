package io.tidemark.runtime.stall;

import java.util.List;

/**
 * Where everything stood when a run ended badly. Immutable.
 *
 * @param endMicros when it was stopped, from the start of the run
 * @param endTick the same by the device clock
 * @param openScopeSites where the open scopes were opened, outermost first; empty when no probe
 *     recorded it
 * @param stacks where the user's code stood
 * @param tasks unfinished tasks, running ones first, at most {@link #MOST_TASKS}
 * @param unlistedTasks unfinished tasks beyond those
 */
public record HangSnapshot(
        double endMicros,
        long endTick,
        int openScopes,
        List<String> openScopeSites,
        UserStacks stacks,
        OrchestratorWait orchestratorWait,
        long submitted,
        long completed,
        List<StuckTask> tasks,
        long unlistedTasks,
        List<RingUse> rings) {
    /** Unfinished tasks that a snapshot lists. */
    public static final int MOST_TASKS = 256;

    public HangSnapshot {
        openScopeSites = List.copyOf(openScopeSites);
        tasks = List.copyOf(tasks);
        rings = List.copyOf(rings);
    }
}
