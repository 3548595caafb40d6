package io.tidemark.runtime;

import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.ActorStepper.StepOutcome;
import io.tidemark.chip.Core;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.Lane;
import io.tidemark.chip.Lookout;
import io.tidemark.chip.Topology;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.async.EngineEvents;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.hostgraph.HostGraph;
import io.tidemark.runtime.hostgraph.Resolver;
import io.tidemark.runtime.kernel.SlotKernelRunner;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitPolicy;
import io.tidemark.runtime.scheduler.Doorbells;
import io.tidemark.runtime.scheduler.LaunchSite;
import io.tidemark.runtime.scheduler.RunFailure;
import io.tidemark.runtime.scheduler.RunGuard;
import io.tidemark.runtime.scheduler.RunLatches;
import io.tidemark.runtime.scheduler.Scheduler;
import io.tidemark.runtime.scheduler.SchedulerPolicy;
import io.tidemark.runtime.scheduler.SchedulerProbe;
import io.tidemark.runtime.scheduler.SchedulerTeam;
import io.tidemark.runtime.scheduler.SharedScheduling;
import io.tidemark.runtime.scheduler.TeamBoard;
import io.tidemark.runtime.stall.HangScan;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.stall.UserStacks;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.TensorMap;
import io.tidemark.runtime.timing.TimingSlots;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One run: builds everything that lives only as long as the run, drives it and reports. For the
 * thread that calls the worker.
 */
final class ChipRun {
    private final RuntimeConfig config;
    private final RunSetup setup;
    private final Topology topology;
    private final TaskTable table;
    private final RunLatches latches = new RunLatches();
    private volatile UserStacks stacks = UserStacks.NONE;
    private final TeamBoard board;
    private final SchedulerPolicy policy;
    private final CoreRegisters registers;
    private final LaunchSite launch;
    private final Orchestrator orchestrator;
    private final List<Scheduler> schedulers = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final Resolver resolver; // null unless the host builds the graph
    private final List<Core<TaskSlot>> cores = new ArrayList<>();
    private final RunGuard guard;

    ChipRun(
            RuntimeConfig config,
            RunSetup setup,
            MemorySegment registerWords,
            TaskTable table,
            TensorMap map,
            DeviceMemory memory,
            HostStaging staging,
            int schedulerCount) {
        this.config = config;
        this.setup = setup;
        this.topology = new Topology(config.clusters());
        this.table = table;
        boolean onHost = config.runtime() == RuntimeKind.HBG;
        this.board = new TeamBoard(schedulerCount, onHost);
        this.registers = new CoreRegisters(registerWords, topology.coreCount());
        registers.reset();
        OrchestratorSite site =
                new OrchestratorSite(
                        table,
                        map,
                        latches,
                        board,
                        setup.clock(),
                        setup.stepper().pacer(),
                        config,
                        memory,
                        DeviceStore.BASE_ADDRESS,
                        topology,
                        setup.orchestratorProbe());
        HostGraph hostGraph = onHost ? new HostGraph(table, latches, board) : null;
        this.policy =
                onHost ? hostGraph : new SharedScheduling(table, board, setup.stepper().pacer());
        this.orchestrator =
                new Orchestrator(
                        site,
                        onHost ? hostGraph.submitPolicy(site) : SubmitPolicy.reclaiming(site),
                        staging.deviceTensors());
        this.launch =
                new LaunchSite(
                        new DrainBoard(schedulerCount),
                        new Doorbells(registers),
                        new AsyncCompletion(topology.coreCount(), new EngineEvents(memory)));
        SlotKernelRunner kernels = new SlotKernelRunner(topology, memory, latches, launch.async());
        SchedulerTeam team =
                new SchedulerTeam(
                        table,
                        latches,
                        board,
                        policy,
                        registers,
                        setup.clock(),
                        setup.stepper().pacer(),
                        config,
                        launch,
                        orchestrator::allocTasksAcquire);
        for (int number = 0; number < schedulerCount; number++) {
            addLane(number, team, kernels, memory);
        }
        this.resolver =
                onHost
                        ? new Resolver(
                                hostGraph, team, setup.schedulerProbes().apply(schedulerCount))
                        : null;
        if (onHost) {
            lanes.add(new Lane(resolver, List.of()));
        }
        List<Core<TaskSlot>> byIndex = new ArrayList<>(cores);
        byIndex.sort(Comparator.comparingInt(Core::index));
        guard = new RunGuard(team, byIndex, setup.lookoutProbe());
        latches.witness(
                () ->
                        stacks =
                                UserStacks.of(
                                        byIndex,
                                        SlotKernelRunner.class,
                                        orchestrator.threadOpaque(),
                                        Orchestrator.class));
    }

    RunMonitor monitor() {
        return new RunMonitor(table, board);
    }

    /** Ends the run in order; any thread. */
    void interrupt() {
        guard.interrupt();
    }

    RunResult run(Orchestration orchestration) {
        Lookout lookout =
                setup.lookoutProbe() == null
                        ? guard
                        : new StatusLookout(guard, orchestrator, latches, setup.lookoutProbe());
        StepOutcome outcome =
                setup.stepper().drive(lanes, () -> orchestrator.run(orchestration), lookout);
        long ticks = Math.max(0, latches.endTick() - orchestrator.startTick());
        RunFailure failure = latches.failure();
        List<String> abandoned = outcome.abandonedThreads();
        return new RunResult(
                failure == null ? 0 : failure.code(),
                errorName(failure),
                failure == null ? "The run completed." : sentence(failure, abandoned),
                failure == null ? null : failure.stall(),
                table.submittedAcquire(),
                board.completedAcquire() + orchestrator.allocTasksAcquire(),
                orchestrator.allocTasksAcquire(),
                ticks,
                setup.clock().micros(ticks),
                counters(),
                timings(),
                abandoned,
                outcome.cpuTime().percent(),
                failure == null ? null : failure.cause());
    }

    private List<SchedulerCounters> counters() {
        List<SchedulerCounters> counters = new ArrayList<>();
        schedulers.forEach(scheduler -> counters.add(scheduler.counters()));
        if (resolver != null) {
            counters.add(resolver.counters());
        }
        return counters;
    }

    private List<TaskTiming> timings() {
        TimingSlots all = new TimingSlots();
        schedulers.forEach(scheduler -> all.merge(scheduler.timing()));
        return all.timings(orchestrator.startTick(), setup.clock()::micros);
    }

    /** Where everything stood; after a run that ended badly, else empty. */
    Optional<HangSnapshot> hang() {
        if (latches.failure() == null) {
            return Optional.empty();
        }
        long start = orchestrator.startTick();
        HangScan scan =
                new HangScan(
                        table,
                        policy.taskStates(),
                        registers,
                        topology,
                        guard,
                        launch.drains().drained(),
                        stacks,
                        tick -> setup.clock().micros(Math.max(0, tick - start)));
        return Optional.of(
                scan.take(
                        schedulers.stream().flatMap(s -> s.busyCores().stream()).toList(),
                        orchestrator.ringUse(),
                        orchestrator.openScopes(),
                        orchestrator.openScopeSites(),
                        orchestrator.waitAtEnd(),
                        board.completedAcquire() + orchestrator.allocTasksAcquire(),
                        latches.endTick()));
    }

    private void addLane(
            int number, SchedulerTeam team, SlotKernelRunner kernels, DeviceMemory memory) {
        List<Core<TaskSlot>> owned = new ArrayList<>();
        for (int cluster = 0; cluster < topology.clusters(); cluster++) {
            if (Topology.owner(cluster, board.schedulers()) != number) {
                continue;
            }
            for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
                int core = topology.core(cluster, position);
                owned.add(
                        new Core<>(
                                core,
                                topology.type(core),
                                team.registers(),
                                kernels,
                                setup.clock(),
                                setup.coreProbes().apply(core)));
            }
        }
        SchedulerProbe probe = setup.schedulerProbes().apply(number);
        if (probe != null) {
            probe.attach(memory);
        }
        Scheduler scheduler = new Scheduler(number, team, owned, probe, setup.singleIssue());
        schedulers.add(scheduler);
        lanes.add(new Lane(scheduler, owned));
        cores.addAll(owned);
    }

    private static String errorName(RunFailure failure) {
        if (failure == null) {
            return ErrorCode.NONE.name();
        }
        return ErrorCode.nameOf(failure.code());
    }

    private String sentence(RunFailure failure, List<String> abandoned) {
        StringBuilder text = new StringBuilder(errorName(failure));
        text.append(" (").append(failure.code()).append("): ").append(failure.sentence());
        hint(failure).ifPresent(hint -> text.append("; ").append(hint));
        if (!abandoned.isEmpty()) {
            text.append("; user code does not return on ").append(String.join(", ", abandoned));
        }
        return text.append('.').toString();
    }

    private Optional<String> hint(RunFailure failure) {
        boolean isStall = failure.code() == ErrorCode.SCHEDULER_TIMEOUT.number();
        if (isStall && failure.stall() != null) { // says more than the code of every stall
            return Optional.of(failure.stall().detail().hint());
        }
        boolean onHost = config.runtime() == RuntimeKind.HBG;
        return ErrorCode.ofNumber(failure.code())
                .map(code -> onHost ? code.hintOnHost() : code.hint());
    }
}
