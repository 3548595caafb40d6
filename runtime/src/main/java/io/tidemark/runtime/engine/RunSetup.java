package io.tidemark.runtime.engine;

import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.TimeModel;
import io.tidemark.chip.simulated.ActorStepper;
import io.tidemark.chip.simulated.HostTurn;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.runtime.ModelledTime.DumpedTensors;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.costs.CostedCore;
import io.tidemark.runtime.costs.CostedOrchestrator;
import io.tidemark.runtime.costs.CostedScheduler;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.DumpedByCores;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SupervisorProbe;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What one run is driven and watched with. Made for one run: a driver serves only once.
 *
 * @param coreProbes probe of a core; null for a core that is not recorded
 * @param schedulerProbes probe of a scheduler; null for a scheduler that is not recorded
 * @param orchestratorProbe null when nothing is recorded
 * @param supervisorProbe null when nothing is recorded
 * @param argumentProbes by core, receives the arguments that a core dumps itself; null when none are dumped
 * @param singleIssue at most one task at a time on a core, as counters that count per task need
 * @param records the diagnostics that the probes record; a call may not ask for others
 * @param hostWaits what the probes wait for the host by
 */
public record RunSetup(
        ChipDriver driver,
        IntFunction<CoreProbe> coreProbes,
        IntFunction<SchedulerProbe> schedulerProbes,
        OrchestratorProbe orchestratorProbe,
        SupervisorProbe supervisorProbe,
        IntFunction<TakenArgsProbe> argumentProbes,
        boolean singleIssue,
        DfxFlags records,
        HostWaits hostWaits) {
    public RunSetup {
        Objects.requireNonNull(driver, "driver");
        Objects.requireNonNull(coreProbes, "coreProbes");
        Objects.requireNonNull(schedulerProbes, "schedulerProbes");
        Objects.requireNonNull(records, "records");
        Objects.requireNonNull(hostWaits, "hostWaits");
    }

    /** Real threads, the real clock, nothing recorded: for a simulated chip. */
    public static RunSetup standard(RuntimeConfig config) {
        return unrecorded(SimulatedChips.driver(config));
    }

    /** With a clock and a stepper of the caller's: for a simulated chip. */
    public static RunSetup unrecorded(DeviceClock clock, ActorStepper stepper) {
        return unrecorded(new SimulatedDriver(clock, stepper));
    }

    /**
     * Modelled time, nothing recorded yet: for a simulated chip.
     *
     * @param host collects what will be recorded when it is called
     */
    public static RunSetup modelled(RuntimeConfig config, ModelClock clock, HostTurn host) {
        return unrecorded(new SimulatedDriver(clock, SimulatedChips.stepper(config, clock, host)));
    }

    public static RunSetup unrecorded(ChipDriver driver) {
        return new RunSetup(
                driver, core -> null, scheduler -> null, null, null, null, false, DfxFlags.NONE, HostWaits.none());
    }

    /** The clock that schedulers and orchestrator read. */
    public DeviceClock clock() {
        return driver.controlClock().clock();
    }

    /** What cores dump of the arguments of these tasks; null for nothing. */
    CoreArguments coreArguments(TaskTable table) {
        return argumentProbes == null ? null : new DumpedByCores(argumentProbes, table);
    }

    public RunSetup withProbes(
            IntFunction<CoreProbe> cores, IntFunction<SchedulerProbe> schedulers, OrchestratorProbe orchestrator) {
        return new RunSetup(
                driver,
                cores,
                schedulers,
                orchestrator,
                supervisorProbe,
                argumentProbes,
                singleIssue,
                records,
                hostWaits);
    }

    /**
     * The same with the costs of the model.
     *
     * @param dumps arguments that tasks do not have themselves
     */
    RunSetup costed(TimeModel time, Optional<DumpedTensors> dumps) {
        return withProbes(
                core -> {
                    CoreProbe probe = coreProbes.apply(core);
                    return probe == null ? null : new CostedCore(probe, time);
                },
                scheduler -> new CostedScheduler(schedulerProbes.apply(scheduler), time, records, dumps),
                new CostedOrchestrator(orchestratorProbe, time, records));
    }

    public RunSetup withSingleIssue() {
        return new RunSetup(
                driver,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                supervisorProbe,
                argumentProbes,
                true,
                records,
                hostWaits);
    }

    public RunSetup recording(DfxFlags flags) {
        return new RunSetup(
                driver,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                supervisorProbe,
                argumentProbes,
                singleIssue,
                flags,
                hostWaits);
    }

    public RunSetup withHostWaits(HostWaits waits) {
        return new RunSetup(
                driver,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                supervisorProbe,
                argumentProbes,
                singleIssue,
                records,
                waits);
    }

    public RunSetup withSupervisorProbe(SupervisorProbe supervisor) {
        return new RunSetup(
                driver,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                supervisor,
                argumentProbes,
                singleIssue,
                records,
                hostWaits);
    }

    /**
     * @param arguments by core
     */
    public RunSetup withArgumentProbes(IntFunction<TakenArgsProbe> arguments) {
        return new RunSetup(
                driver,
                coreProbes,
                schedulerProbes,
                orchestratorProbe,
                supervisorProbe,
                arguments,
                singleIssue,
                records,
                hostWaits);
    }
}
