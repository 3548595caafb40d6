package io.tidemark.runtime.recording;

import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.Topology;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import io.tidemark.runtime.RunSetup;
import java.util.Optional;

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
     */
    public static RunSetup on(
            DeviceRegion region,
            RunSetup setup,
            Topology topology,
            int schedulers,
            long waitNanos) {
        DeviceClock clock = setup.clock();
        SwimlaneProbes swimlane =
                SwimlaneProbes.open(
                        region,
                        coreToScheduler(topology, schedulers),
                        schedulers,
                        waitNanos,
                        System::nanoTime);
        Optional<ArgsProbes> args =
                ArgsProbes.open(region, schedulers, waitNanos, System::nanoTime);
        boolean isOn =
                args.isPresent() || topology.coreCount() > 0 && swimlane.core(0).isRecording();
        if (!isOn) {
            return setup;
        }
        return setup.withProbes(
                core -> new CoreRecorder(swimlane.core(core)),
                scheduler ->
                        new SchedulerRecorder(
                                swimlane.scheduler(scheduler),
                                args.map(probes -> probes.scheduler(scheduler)).orElse(null),
                                clock),
                new OrchestratorRecorder(swimlane.orchestrator(), clock));
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
