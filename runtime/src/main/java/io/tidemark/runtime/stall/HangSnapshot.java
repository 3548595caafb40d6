package io.tidemark.runtime.stall;

import java.util.List;

/**
 * Where everything stood when a run ended badly. Immutable.
 *
 * @param endMicros when it was stopped, from the start of the run
 * @param tasks unfinished tasks, running ones first, at most {@link HangScan#MOST_TASKS}
 * @param unlistedTasks unfinished tasks beyond those
 */
public record HangSnapshot(
        double endMicros,
        int openScopes,
        OrchestratorWait orchestratorWait,
        long submitted,
        long completed,
        List<StuckTask> tasks,
        long unlistedTasks,
        List<RingUse> rings) {
    public HangSnapshot {
        tasks = List.copyOf(tasks);
        rings = List.copyOf(rings);
    }
}
