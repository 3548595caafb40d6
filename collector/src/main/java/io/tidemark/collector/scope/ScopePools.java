package io.tidemark.collector.scope;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTables;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How much room the scope channel gets in a region. Immutable. One lane per kind: only the
 * orchestrator writes.
 *
 * @param freeSlots free buffers a lane may have waiting, a power of two
 */
public record ScopePools(int buffers, int samplesPerBuffer, int sitesPerBuffer, int readyCapacity, int freeSlots)
        implements ChannelPools {
    /** What the chips' own runtime uses, for samples. */
    public static final ScopePools DEFAULT = new ScopePools(4, 512, 32, 8, 8);

    /** The smallest that still works: one spare buffer per lane. */
    public static ScopePools tiny(int recordsPerBuffer) {
        return new ScopePools(2, recordsPerBuffer, recordsPerBuffer, 1, 2);
    }

    @Override
    public Channel channel() {
        return ScopeChannel.CHANNEL;
    }

    @Override
    public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
        return new ChannelLayout(
                ScopeChannel.CHANNEL,
                1,
                readyCapacity,
                onFull,
                ScopeCapacities.LAYOUT.sizeBytes(),
                List.of(stream(ScopeStream.SAMPLE, samplesPerBuffer), stream(ScopeStream.SITE, sitesPerBuffer)));
    }

    /** The capacities are known when the device has begun. */
    @Override
    public void describe(Path spool, DeviceRegion region, RunShape shape) throws IOException {
        ScopeHeader nothingYet = new ScopeHeader(ScopeWriter.VERSION, false, 0, 0, List.of(), List.of(), List.of(), 0);
        ScopeTables.writeHead(spool.resolve(ScopeTables.HEAD_NAME), nothingYet);
    }

    private StreamLayout stream(ScopeStream kind, int recordsPerBuffer) {
        return new StreamLayout(kind, 1, buffers, recordsPerBuffer, freeSlots, 0);
    }
}
