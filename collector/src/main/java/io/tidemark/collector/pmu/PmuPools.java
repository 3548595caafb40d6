package io.tidemark.collector.pmu;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.pmu.PmuStream;
import io.tidemark.capture.pmu.PmuRecords;
import io.tidemark.capture.pmu.PmuTables;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How much room the pmu channel gets in a region. Immutable. One lane per core, one ready queue per
 * thread that the platform may have.
 *
 * @param readyCapacity entries of each ready queue
 * @param freeSlots free buffers a lane may have waiting, a power of two
 */
public record PmuPools(int buffersPerLane, int recordsPerBuffer, int readyCapacity, int freeSlots)
        implements ChannelPools {
    /** A third buffer, beside the two of the chips' own runtime, spares most freezes. */
    public static final PmuPools DEFAULT = new PmuPools(3, 512, 144, 4);

    /** The smallest that still works: one spare buffer per lane. */
    public static PmuPools tiny(int recordsPerBuffer) {
        return new PmuPools(2, recordsPerBuffer, 1, 2);
    }

    @Override
    public Channel channel() {
        return PmuChannel.CHANNEL;
    }

    @Override
    public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
        return new ChannelLayout(
                PmuChannel.CHANNEL,
                shape.maxThreads(),
                readyCapacity,
                onFull,
                0,
                List.of(new StreamLayout(
                        PmuStream.COUNTERS, shape.cores(), buffersPerLane, recordsPerBuffer, freeSlots, 0)));
    }

    @Override
    public void describe(Path spool, DeviceRegion region, RunShape shape) throws IOException {
        PmuTables.writeHead(spool.resolve(PmuTables.HEAD_NAME), counters(region.settings()));
    }

    /** The names of what a run counts. */
    static List<String> counters(RegionSettings settings) {
        PmuEvent event = PmuEvent.ofCode(settings.pmuEvent()).orElse(PmuEvent.DEFAULT);
        return PmuRecords.names(event, settings.platform());
    }
}
