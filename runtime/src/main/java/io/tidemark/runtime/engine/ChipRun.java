package io.tidemark.runtime.engine;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ControlThread;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreProgram;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Supervisor;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RunMonitor;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.async.EngineEvents;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.hostgraph.GraphResolver;
import io.tidemark.runtime.hostgraph.TakenTaskProbe;
import io.tidemark.runtime.kernel.SlotKernelRunner;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.scheduler.RunGuard;
import io.tidemark.runtime.scheduler.Scheduler;
import io.tidemark.runtime.scheduler.Scheduler.BusyCore;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.stall.UserStacks;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Doorbells;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerPolicy;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.SchedulerTeam.LaunchSite;
import io.tidemark.runtime.team.TeamBoard;
import io.tidemark.runtime.tensormap.TensorMap;
import io.tidemark.runtime.timing.TimingSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run: builds everything that lives only as long as the run, drives it and reports. For the
 * thread that calls the worker.
 */
final class ChipRun {
    private final RunEngine engine;
    private final RunSetup setup;
    private final Chip chip;
    private final ChipDriver driver;
    private final TaskTable table;
    private final RunLatches latches = new RunLatches();
    private volatile UserStacks stacks = UserStacks.NONE;
    private final TeamBoard board;
    private final SchedulerPolicy policy;
    private final LaunchSite launch;
    private final Orchestrator orchestrator;
    private final List<Scheduler> schedulers = new ArrayList<>();
    private final List<SchedulerProbe> schedulerProbes = new ArrayList<>(); // null if not recorded
    private final List<ControlThread> control = new ArrayList<>();
    private final CoreProgram cores;
    private final Optional<GraphResolver> resolver;
    private final RunGuard guard;

    ChipRun(
            RuntimeConfig config,
            RunEngine engine,
            Chip chip,
            RunSetup setup,
            TaskTable table,
            TensorMap map,
            HostStaging staging,
            int schedulerCount) {
        this.engine = engine;
        this.setup = setup;
        this.chip = chip;
        this.driver = setup.driver();
        this.table = table;
        this.board = new TeamBoard(chip.shape(), schedulerCount, engine.hasResolver(), setup.hostWaits());
        DeviceMemory memory = chip.memory().map();
        OrchestratorSite site = new OrchestratorSite(
                table,
                map,
                latches,
                board,
                setup.clock(),
                driver.pacer(),
                config,
                memory,
                chip,
                setup.orchestratorProbe());
        RunEngine.Policies policies = engine.begin(table, latches, board, setup);
        this.policy = policies.schedulers();
        this.orchestrator = new Orchestrator(site, policies.submits(site), staging.deviceTensors());
        this.launch = new LaunchSite(
                new DrainBoard(schedulerCount),
                new Doorbells(chip.registers()),
                new AsyncCompletion(chip.shape().coreCount(), new EngineEvents(memory)));
        this.cores = new CoreProgram(
                new SlotKernelRunner(
                        chip,
                        table,
                        latches,
                        launch.async(),
                        driver,
                        config.modelled().map(ModelledTime::computes).orElse(true)),
                driver.graphs().isPresent() ? this::takenTaskProbe : setup.coreProbes(),
                chip.dumpsArguments() ? setup.coreArguments(table) : null);
        SchedulerTeam team = new SchedulerTeam(
                table, latches, board, policy, chip, driver, config, launch, orchestrator::allocTasksAcquire);
        for (int number = 0; number < schedulerCount; number++) {
            addScheduler(number, team);
        }
        this.resolver = policies.resolver(team, setup.schedulerProbes());
        resolver.ifPresent(actor -> control.add(new ControlThread(actor, List.of())));
        guard = new RunGuard(team, setup.supervisorProbe());
        latches.witness(() -> stacks = UserStacks.of(
                chip.shape().coreCount(),
                driver::kernelStack,
                SlotKernelRunner.class,
                orchestrator.threadOpaque(),
                Orchestrator.class));
    }

    RunMonitor monitor() {
        return new Monitor(table, board);
    }

    /** Ends the run in order; any thread. */
    void interrupt() {
        guard.interrupt();
    }

    RunResult run(Orchestration orchestration) {
        Supervisor supervisor = setup.supervisorProbe() == null
                ? guard
                : new StatusSupervisor(guard, orchestrator, latches, setup.supervisorProbe());
        DriveOutcome outcome = driver.drive(chip, control, cores, () -> orchestrator.run(orchestration), supervisor);
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
                orchestrator.arguments(),
                ticks,
                setup.clock().micros(ticks),
                counters(),
                timings(),
                abandoned,
                outcome.cpuTime().percent(),
                failure == null ? null : failure.cause(),
                resolver.map(GraphResolver::notes).orElse(List.of()));
    }

    private List<SchedulerCounters> counters() {
        List<SchedulerCounters> counters = new ArrayList<>();
        schedulers.forEach(scheduler -> counters.add(scheduler.counters()));
        resolver.ifPresent(actor -> counters.add(actor.counters()));
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
        HangScan scan = new HangScan(
                table,
                policy.taskStates(),
                chip.registers(),
                chip.shape(),
                guard,
                launch.drains().drained(),
                stacks,
                tick -> setup.clock().micros(Math.max(0, tick - start)));
        return Optional.of(scan.take(
                busyCores(),
                orchestrator.ringUse(),
                orchestrator.openScopes(),
                orchestrator.openScopeSites(),
                orchestrator.waitAtEnd(),
                board.completedAcquire() + orchestrator.allocTasksAcquire(),
                latches.endTick()));
    }

    private List<BusyCore> busyCores() {
        List<BusyCore> busy = new ArrayList<>();
        schedulers.forEach(scheduler -> busy.addAll(scheduler.busyCores()));
        resolver.ifPresent(actor -> busy.addAll(actor.busyCores()));
        return busy;
    }

    /** For cores that may take tasks themselves; the probes of schedulers are there by then. */
    private CoreProbe takenTaskProbe(int core) {
        CoreProbe inner = setup.coreProbes().apply(core);
        int number = schedulerOf(core);
        return inner == null || schedulerProbes.get(number) == null
                ? inner
                : new TakenTaskProbe(
                        inner,
                        schedulerProbes.get(number),
                        table,
                        schedulers.get(number).timing(),
                        core);
    }

    private int schedulerOf(int core) {
        int number = 0;
        while (!control.get(number).cores().contains(core)) {
            number++;
        }
        return number;
    }

    private void addScheduler(int number, SchedulerTeam team) {
        SchedulerProbe probe = setup.schedulerProbes().apply(number);
        if (probe != null) {
            probe.attach(chip);
        }
        schedulerProbes.add(probe);
        Scheduler scheduler = new Scheduler(number, team, probe, setup.singleIssue());
        schedulers.add(scheduler);
        control.add(new ControlThread(scheduler, chip.shape().coresOf(number, board.schedulers())));
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
        return ErrorCode.ofNumber(failure.code()).map(engine::hint);
    }

    private record Monitor(TaskTable table, TeamBoard board) implements RunMonitor {
        @Override
        public long submitted() {
            return table.submittedAcquire();
        }

        @Override
        public long completed() {
            return board.completedAcquire();
        }

        @Override
        public int ready() {
            return table.readyCount();
        }

        @Override
        public int rings() {
            return TaskId.RINGS;
        }

        @Override
        public int aliveTasks(int ring) {
            long oldest = Integer.toUnsignedLong(table.ring(ring).lastTaskAliveAcquire());
            long next = table.ring(ring).submittedAcquire() & 0xFFFF_FFFFL;
            return (int) Math.max(0, next - oldest);
        }

        @Override
        public int taskWindow(int ring) {
            return table.ring(ring).window().size();
        }
    }
}
