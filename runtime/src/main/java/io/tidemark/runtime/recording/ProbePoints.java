package io.tidemark.runtime.recording;

import io.tidemark.abi.OrchestrationSide;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.DeviceClock;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.swimlane.CoreSwimlaneProbe;
import io.tidemark.probe.swimlane.OrchestratorSwimlaneProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.RunSetup;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.team.SchedulerProbe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Where the channels of one run put their probes, and what they may ask of the run to make them.
 * For the thread that starts the run, before it. Probes of the standard channels are called by one
 * recorder per thread, which reads the clock once for all of them; those of other channels follow
 * it.
 */
public final class ProbePoints {
    private final DeviceRegion region;
    private final RunSetup setup;
    private final ChipShape shape;
    private final RuntimeKind runtime;
    private final int threads;
    private final HostWaits hostWaits;
    private final List<IntFunction<SchedulerProbe>> moreSchedulers = new ArrayList<>();
    private final List<OrchestratorProbe> moreOrchestrators = new ArrayList<>();
    private SwimlaneProbes swimlane;
    private IntFunction<SchedulerArgsProbe> args; // null when off
    private IntFunction<PmuRecorder> pmu; // null when off
    private ScopeRecorder scope; // null when off
    private DepsRecorder deps; // null when off

    ProbePoints(
            DeviceRegion region,
            RunSetup setup,
            ChipShape shape,
            RuntimeKind runtime,
            int threads,
            HostWaits hostWaits) {
        this.region = region;
        this.setup = setup;
        this.shape = shape;
        this.runtime = runtime;
        this.threads = threads;
        this.hostWaits = hostWaits;
        this.swimlane = SwimlaneProbes.off(shape.coreCount(), actors());
    }

    /** Where the records go. */
    public DeviceRegion region() {
        return region;
    }

    public ChipShape shape() {
        return shape;
    }

    /** Schedulers that own cores. */
    public int schedulers() {
        return runtime.schedulers(threads);
    }

    /** Threads that record as schedulers do: also one without cores. */
    public int actors() {
        return runtime.actors(threads);
    }

    public int[] coreToScheduler() {
        return RunRecorders.coreToScheduler(shape, schedulers());
    }

    /** What the lanes of a probe wait for the host by. */
    public HostWaits hostWaits() {
        return hostWaits;
    }

    /** What schedulers and orchestrator stamp with. */
    public DeviceClock clock() {
        return setup.clock();
    }

    /**
     * A probe of every scheduler, called after those of the standard channels. It is asked first
     * whether a task may go on, and the moment of dispatch is the swimlane's.
     */
    public void schedulers(IntFunction<SchedulerProbe> probes) {
        moreSchedulers.add(probes);
    }

    /** A probe of the orchestrator, called after those of the standard channels. */
    public void orchestrator(OrchestratorProbe probe) {
        moreOrchestrators.add(probe);
    }

    void swimlane(SwimlaneProbes probes) {
        swimlane = probes;
    }

    void args(IntFunction<SchedulerArgsProbe> probes) {
        args = probes;
    }

    void pmu(IntFunction<PmuRecorder> recorders) {
        pmu = recorders;
    }

    void scope(ScopeRecorder recorder) {
        scope = recorder;
    }

    void deps(DepsRecorder recorder) {
        deps = recorder;
    }

    /** The setup with everything that was put here. */
    RunSetup wired() {
        BoardRecorder board = region.board()
                .filter(rows -> rows.cores() >= shape.coreCount())
                .map(rows -> new BoardRecorder(rows, region.status(), shape))
                .orElse(null);
        boolean recordsCores = pmu != null || swimlane.core(0).isRecording();
        boolean recordsSchedulers = recordsCores || args != null;
        OrchestratorProbe orchestrator = orchestrator();
        if (!recordsSchedulers && moreSchedulers.isEmpty() && orchestrator == null) {
            return setup;
        }
        RunSetup watched = board == null ? setup : setup.withSupervisorProbe(board);
        CoreRecorder[] cores = new CoreRecorder[shape.coreCount()];
        Arrays.setAll(cores, core -> new CoreRecorder(swimlane.core(core), isByHost()));
        RunSetup recorded = watched.withProbes(
                core -> recordsCores ? cores[core] : null,
                scheduler -> withMore(scheduler, recordsSchedulers ? recorder(scheduler, board) : board),
                orchestrator);
        if (args != null) {
            int[] schedulers = coreToScheduler();
            recorded = recorded.withArgumentProbes(
                    core -> args.apply(schedulers[core]).taken());
        }
        return pmu != null ? recorded.withSingleIssue() : recorded;
    }

    /** Then it stamps submits, and cores commit first. */
    private boolean isByHost() {
        return runtime.side() == OrchestrationSide.HOST;
    }

    /** One without cores has nothing to count or dump. */
    private SchedulerRecorder recorder(int scheduler, BoardRecorder board) {
        boolean ownsCores = scheduler < schedulers();
        SchedulerArgsProbe ownArgs = ownsCores && args != null ? args.apply(scheduler) : null;
        return new SchedulerRecorder(
                swimlane.scheduler(scheduler),
                ownsCores && pmu != null ? pmu.apply(scheduler) : null,
                ownArgs,
                ownArgs == null ? null : stages(scheduler, ownArgs),
                board,
                setup.clock());
    }

    /** Null where the scheduler dumps tasks of several kernel runs itself. */
    private DumpedStages stages(int scheduler, SchedulerArgsProbe ownArgs) {
        return shape.coresOf(scheduler, schedulers()).stream()
                .findFirst()
                .flatMap(setup.driver()::dumper)
                .map(dumper -> new DumpedStages(dumper, ownArgs))
                .orElse(null);
    }

    private SchedulerProbe withMore(int scheduler, SchedulerProbe first) {
        SchedulerProbe all = first;
        for (IntFunction<SchedulerProbe> more : moreSchedulers) {
            SchedulerProbe next = more.apply(scheduler);
            all = all == null ? next : new SchedulerChain(all, next);
        }
        return all;
    }

    /** Null when no channel records it. */
    private OrchestratorProbe orchestrator() {
        DeviceClock clock = setup.clock();
        OrchestratorSwimlaneProbe submits = swimlane.orchestrator();
        if (setup.driver().timeModel().isPresent()) {
            submits.namesNoProcess();
        }
        OrchestratorRecorder recorder = new OrchestratorRecorder(
                submits, scope, deps, isByHost() ? clock::hostNanos : clock::ticks, isByHost());
        OrchestratorProbe all = recorder.isOn() ? recorder : null;
        for (OrchestratorProbe next : moreOrchestrators) {
            all = all == null ? next : new OrchestratorChain(all, next);
        }
        return all;
    }

    /** What a core tells, for the swimlane. For the thread that steps the core. */
    private static final class CoreRecorder implements CoreProbe {
        private final CoreSwimlaneProbe swimlane;
        private final boolean commitsFirst;

        CoreRecorder(CoreSwimlaneProbe swimlane, boolean commitsFirst) {
            this.commitsFirst = commitsFirst;
            this.swimlane = swimlane;
        }

        @Override
        public boolean tryReserve(int token, long taskId) {
            return swimlane.tryReserve();
        }

        @Override
        public boolean commitsBeforeFinish() {
            return commitsFirst;
        }

        @Override
        public void threw(int token) {
            swimlane.threw();
        }

        @Override
        public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
            swimlane.commit(taskId, functionId, token, receiveTick, startTick, endTick);
        }
    }
}
