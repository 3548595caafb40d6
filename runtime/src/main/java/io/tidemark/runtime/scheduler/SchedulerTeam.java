package io.tidemark.runtime.scheduler;

import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.task.TaskTable;

/** What all schedulers of a run share. */
public record SchedulerTeam(
        TaskTable table,
        RunLatches latches,
        TeamBoard board,
        SchedulerPolicy policy,
        CoreRegisters registers,
        DeviceClock clock,
        Pacer pacer,
        RuntimeConfig config,
        LaunchSite launch,
        Allocations allocations) {
    /** Tasks that the orchestrator completed itself. */
    @FunctionalInterface
    public interface Allocations {
        long completedInline();
    }

    /** Tasks completed so far, alloc tasks included. */
    public long completed() {
        return board.completedAcquire() + allocations.completedInline();
    }
}
