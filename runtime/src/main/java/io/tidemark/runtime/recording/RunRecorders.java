package io.tidemark.runtime.recording;

import io.tidemark.chip.ChipShape;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.probe.HostWaits;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.RunSetup;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a run record into a region: what is recorded follows from the streams the region has. For
 * the thread that starts the run, before it.
 */
public final class RunRecorders {
    private RunRecorders() {}

    /**
     * The setup with probes on the region.
     *
     * @param channels the device half of each channel that the region has
     * @param threads control threads of the run
     */
    public static RunSetup on(
            DeviceRegion region,
            List<ChannelRecorder> channels,
            RunSetup unrecorded,
            ChipShape shape,
            RuntimeKind runtime,
            int threads,
            HostWaits waits) {
        RunSetup setup = unrecorded.recording(region.settings().flags()).withHostWaits(waits);
        ProbePoints points = new ProbePoints(region, setup, shape, runtime, threads, waits);
        channels.forEach(channel -> channel.join(points));
        return points.wired();
    }

    /** Which scheduler owns each core. */
    public static int[] coreToScheduler(ChipShape shape, int schedulers) {
        int[] owner = new int[shape.coreCount()];
        Arrays.setAll(owner, core -> ChipShape.owner(shape.cluster(core), schedulers));
        return owner;
    }
}
