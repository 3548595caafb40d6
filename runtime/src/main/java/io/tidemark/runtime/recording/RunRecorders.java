package io.tidemark.runtime.recording;

import io.tidemark.abi.Channel;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.deps.DepsProbe;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.runtime.RunSetup;
import io.tidemark.runtime.RuntimeKind;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Makes a run record into a region: what is recorded follows from the streams the region has. For
 * the thread that starts the run, before it.
 */
public final class RunRecorders {
    private RunRecorders() {}

    /**
     * The setup with probes on the region.
     *
     * @param threads control threads of the run
     * @param waitNanos how long a lane waits for the host before it drops and counts
     * @param waitClock what such a wait is timed by; read only while a lane waits
     */
    public static RunSetup on(
            DeviceRegion region,
            RunSetup unrecorded,
            ChipShape shape,
            RuntimeKind runtime,
            int threads,
            long waitNanos,
            LongSupplier waitClock) {
        RunSetup setup = unrecorded.recording(region.settings().flags());
        DeviceClock clock = setup.clock();
        int schedulers = runtime.schedulers(threads);
        boolean byHost = runtime.buildsOnHost(); // then it stamps submits, and cores commit first
        SwimlaneProbes swimlane =
                SwimlaneProbes.open(
                        region,
                        coreToScheduler(shape, schedulers),
                        runtime.actors(threads),
                        waitNanos,
                        waitClock);
        boolean counts = region.stream(Channel.PMU, 0).isPresent();
        IntFunction<SchedulerArgsProbe> args =
                ArgsProbes.open(region, schedulers, waitNanos, waitClock)
                        .<IntFunction<SchedulerArgsProbe>>map(probes -> probes::scheduler)
                        .orElse(null);
        boolean recordsCores = counts || swimlane.core(0).isRecording();
        OrchestratorRecorder orchestrator =
                new OrchestratorRecorder(
                        swimlane.orchestrator(),
                        ScopeProbe.open(region, waitNanos, waitClock)
                                .map(probe -> new ScopeRecorder(probe, clock))
                                .orElse(null),
                        DepsProbe.open(region, waitNanos, waitClock)
                                .map(DepsRecorder::new)
                                .orElse(null),
                        byHost ? clock::hostNanos : clock::ticks,
                        byHost);
        BoardRecorder board =
                region.board()
                        .filter(rows -> rows.cores() >= shape.coreCount())
                        .map(rows -> new BoardRecorder(rows, region.status(), shape))
                        .orElse(null);
        RunSetup watched = board == null ? setup : setup.withLookoutProbe(board);
        if (!recordsCores && args == null) {
            return orchestrator.isOn()
                    ? watched.withProbes(core -> null, scheduler -> board, orchestrator)
                    : setup;
        }
        CoreRecorder[] cores = new CoreRecorder[shape.coreCount()];
        Arrays.setAll(cores, core -> new CoreRecorder(swimlane.core(core), byHost));
        RunSetup recorded =
                watched.withProbes(
                        core -> recordsCores ? cores[core] : null,
                        scheduler ->
                                scheduler == schedulers
                                        ? new SchedulerRecorder(
                                                swimlane.scheduler(scheduler),
                                                null,
                                                null,
                                                board,
                                                clock)
                                        : new SchedulerRecorder(
                                                swimlane.scheduler(scheduler),
                                                PmuProbe.open(
                                                                region,
                                                                coreToScheduler(shape, schedulers),
                                                                scheduler,
                                                                waitNanos,
                                                                waitClock)
                                                        .map(p -> new PmuRecorder(p, shape))
                                                        .orElse(null),
                                                args == null ? null : args.apply(scheduler),
                                                board,
                                                clock),
                        orchestrator.isOn() ? orchestrator : null);
        return counts ? recorded.withSingleIssue() : recorded;
    }

    /** Which scheduler owns each core. */
    public static int[] coreToScheduler(ChipShape shape, int schedulers) {
        int[] owner = new int[shape.coreCount()];
        Arrays.setAll(owner, core -> ChipShape.owner(shape.cluster(core), schedulers));
        return owner;
    }
}
