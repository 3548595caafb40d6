package io.tidemark.runtime.team;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Pacer;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.task.TaskTable;

/** What all schedulers of a run share. */
public record SchedulerTeam(
        TaskTable table,
        RunLatches latches,
        TeamBoard board,
        SchedulerPolicy policy,
        Chip chip,
        ChipDriver driver,
        RuntimeConfig config,
        LaunchSite launch,
        Allocations allocations) {
    /** Tasks that the orchestrator completed itself. */
    @FunctionalInterface
    public interface Allocations {
        long completedInline();
    }

    public CoreRegisters registers() {
        return chip.registers();
    }

    /** The clock of schedulers and orchestrator. */
    public DeviceClock clock() {
        return driver.controlClock().clock();
    }

    public Pacer pacer() {
        return driver.pacer();
    }

    /**
     * For how long the device itself has given no answer, if that is at least half of the time that
     * was waited for progress; else 0.
     */
    public long silentNanos(long waitedNanos) {
        long silent = driver.silentNanos();
        return silent < waitedNanos / 2 ? 0 : silent;
    }

    /** Tasks completed so far, alloc tasks included. */
    public long completed() {
        return board.completedAcquire() + allocations.completedInline();
    }

    /** What schedulers share about tasks that do not simply start and end by themselves. */
    public record LaunchSite(DrainBoard drains, Doorbells doorbells, AsyncCompletion async) {}
}
