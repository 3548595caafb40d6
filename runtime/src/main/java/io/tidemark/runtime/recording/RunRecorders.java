package io.tidemark.runtime.recording;

import io.tidemark.abi.Channel;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Topology;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.probe.deps.DepsProbe;
import io.tidemark.probe.pmu.PmuProbe;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.runtime.RunSetup;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Makes a run record into a region: what is recorded follows from the streams the region has. For
 * the thread that starts the run, before it.
 */
public final class RunRecorders {
    private RunRecorders() {}

    /**
     * The setup with probes on the region.
     *
     * @param schedulers how many schedulers the run has
     * @param waitNanos how long a lane waits for the host before it drops and counts
     * @param onHost whether the host builds the graph: then one actor without cores comes behind
     *     the schedulers, and submits are stamped by the host's clock
     */
    public static RunSetup on(
            DeviceRegion region,
            RunSetup unrecorded,
            Topology topology,
            int schedulers,
            long waitNanos,
            boolean onHost) {
        RunSetup setup = unrecorded.recording(region.settings().flags());
        DeviceClock clock = setup.clock();
        int actors = onHost ? schedulers + 1 : schedulers;
        SwimlaneProbes swimlane =
                SwimlaneProbes.open(
                        region,
                        coreToScheduler(topology, schedulers),
                        actors,
                        waitNanos,
                        System::nanoTime);
        CoreCounters[] counters = counters(region, topology);
        IntFunction<SchedulerArgsProbe> args =
                ArgsProbes.open(region, schedulers, waitNanos, System::nanoTime)
                        .<IntFunction<SchedulerArgsProbe>>map(probes -> probes::scheduler)
                        .orElse(null);
        boolean recordsCores =
                counters != null || topology.coreCount() > 0 && swimlane.core(0).isRecording();
        OrchestratorRecorder orchestrator =
                new OrchestratorRecorder(
                        swimlane.orchestrator(),
                        ScopeProbe.open(region, waitNanos, System::nanoTime)
                                .map(probe -> new ScopeRecorder(probe, clock))
                                .orElse(null),
                        DepsProbe.open(region, waitNanos, System::nanoTime)
                                .map(DepsRecorder::new)
                                .orElse(null),
                        onHost ? System::nanoTime : clock::ticks,
                        onHost);
        BoardRecorder board =
                region.board()
                        .filter(rows -> rows.cores() >= topology.coreCount())
                        .map(rows -> new BoardRecorder(rows, region.status(), topology))
                        .orElse(null);
        RunSetup watched = board == null ? setup : setup.withLookoutProbe(board);
        if (!recordsCores && args == null) {
            return orchestrator.isOn()
                    ? watched.withProbes(core -> null, scheduler -> board, orchestrator)
                    : setup;
        }
        CoreRecorder[] cores = new CoreRecorder[topology.coreCount()];
        Arrays.setAll(
                cores,
                core ->
                        new CoreRecorder(
                                swimlane.core(core),
                                counters == null ? null : counters[core],
                                onHost));
        RunSetup recorded =
                watched.withProbes(
                        core -> recordsCores ? cores[core] : null,
                        scheduler ->
                                scheduler == schedulers
                                        ? new SchedulerRecorder(
                                                swimlane.scheduler(scheduler),
                                                cores,
                                                null,
                                                null,
                                                board,
                                                clock)
                                        : new SchedulerRecorder(
                                                swimlane.scheduler(scheduler),
                                                cores,
                                                PmuProbe.open(
                                                                region,
                                                                coreToScheduler(
                                                                        topology, schedulers),
                                                                scheduler,
                                                                waitNanos,
                                                                System::nanoTime)
                                                        .map(
                                                                p ->
                                                                        new PmuRecorder(
                                                                                p, topology,
                                                                                counters))
                                                        .orElse(null),
                                                args == null ? null : args.apply(scheduler),
                                                board,
                                                clock),
                        orchestrator.isOn() ? orchestrator : null);
        return counters == null ? recorded : recorded.withSingleIssue();
    }

    /** One per core if the region has the counters' channel, else null. */
    private static CoreCounters[] counters(DeviceRegion region, Topology topology) {
        if (region.stream(Channel.PMU, 0).isEmpty()) {
            return null;
        }
        CoreCounters[] counters = new CoreCounters[topology.coreCount()];
        Arrays.setAll(counters, core -> new CoreCounters());
        return counters;
    }

    /** Which scheduler owns each core. */
    public static int[] coreToScheduler(Topology topology, int schedulers) {
        int[] owner = new int[topology.coreCount()];
        for (int cluster = 0; cluster < topology.clusters(); cluster++) {
            for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
                owner[topology.core(cluster, position)] = cluster % schedulers;
            }
        }
        return owner;
    }
}
