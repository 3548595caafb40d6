package io.tidemark.runtime;

import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.ActorStepper;
import io.tidemark.chip.CarrierPool;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.RealClock;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.scheduler.RunLookoutProbe;
import io.tidemark.runtime.scheduler.SchedulerProbe;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * What one run is driven and watched with. Made for one run: a stepper serves only once.
 *
 * @param registers where the cores' registers lie, or null for memory of the worker's own
 * @param coreProbes probe of a core, or null where nobody records it
 * @param schedulerProbes probe of a scheduler, or null where nobody records it
 * @param orchestratorProbe null when nobody records
 * @param lookoutProbe null when nobody records
 * @param singleIssue at most one task at a time on a core, as counters that count per task need
 * @param records the diagnostics that the probes record; a call may not ask for others
 */
public record RunSetup(
        DeviceClock clock,
        ActorStepper stepper,
        MemorySegment registers,
        IntFunction<CoreProbe> coreProbes,
        IntFunction<SchedulerProbe> schedulerProbes,
        OrchestratorProbe orchestratorProbe,
        RunLookoutProbe lookoutProbe,
        boolean singleIssue,
        DfxFlags records) {
    public RunSetup {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(stepper, "stepper");
        Objects.requireNonNull(coreProbes, "coreProbes");
        Objects.requireNonNull(schedulerProbes, "schedulerProbes");
        Objects.requireNonNull(records, "records");
    }

    /** Real threads, the real clock, nothing recorded. */
    public static RunSetup standard(RuntimeConfig config) {
        return unrecorded(
                new RealClock(config.platform().clockHz()),
                new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos()));
    }

    public static RunSetup unrecorded(DeviceClock clock, ActorStepper stepper) {
        return new RunSetup(
                clock,
                stepper,
                null,
                core -> null,
                scheduler -> null,
                null,
                null,
                false,
                DfxFlags.NONE);
    }

    public RunSetup withRegisters(MemorySegment segment) {
        return new RunSetup(
                clock,
                stepper,
                segment,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                lookoutProbe,
                singleIssue,
                records);
    }

    public RunSetup withProbes(
            IntFunction<CoreProbe> cores,
            IntFunction<SchedulerProbe> schedulers,
            OrchestratorProbe orchestrator) {
        return new RunSetup(
                clock,
                stepper,
                registers,
                cores,
                schedulers,
                orchestrator,
                lookoutProbe,
                singleIssue,
                records);
    }

    public RunSetup withSingleIssue() {
        return new RunSetup(
                clock,
                stepper,
                registers,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                lookoutProbe,
                true,
                records);
    }

    public RunSetup recording(DfxFlags flags) {
        return new RunSetup(
                clock,
                stepper,
                registers,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                lookoutProbe,
                singleIssue,
                flags);
    }

    public RunSetup withLookoutProbe(RunLookoutProbe lookout) {
        return new RunSetup(
                clock,
                stepper,
                registers,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                lookout,
                singleIssue,
                records);
    }
}
