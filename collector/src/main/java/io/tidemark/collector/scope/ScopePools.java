package io.tidemark.collector.scope;

import io.tidemark.abi.Channel;
import io.tidemark.abi.scope.ScopeCapacities;
import io.tidemark.abi.scope.ScopeKind;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.OnFull;
import io.tidemark.memory.region.StreamLayout;
import java.util.List;

/**
 * How much room the scope channel gets in a region. Immutable. One lane per kind: only the
 * orchestrator writes.
 *
 * @param freeSlots free buffers a lane may have waiting, a power of two
 */
public record ScopePools(
        int buffers, int samplesPerBuffer, int sitesPerBuffer, int readyCapacity, int freeSlots) {
    /** What the chips' own runtime uses, for samples. */
    public static final ScopePools DEFAULT = new ScopePools(4, 512, 32, 8, 8);

    /** The smallest that still works: one spare buffer per lane. */
    public static ScopePools tiny(int recordsPerBuffer) {
        return new ScopePools(2, recordsPerBuffer, recordsPerBuffer, 1, 2);
    }

    /** The channel's part of a region. */
    public ChannelLayout layout(OnFull onFull) {
        return new ChannelLayout(
                Channel.SCOPE,
                1,
                readyCapacity,
                onFull,
                ScopeCapacities.LAYOUT.sizeBytes(),
                List.of(
                        stream(ScopeKind.SAMPLE, samplesPerBuffer),
                        stream(ScopeKind.SITE, sitesPerBuffer)));
    }

    private StreamLayout stream(ScopeKind kind, int recordsPerBuffer) {
        return new StreamLayout(
                kind.code(), kind.record(), 1, buffers, recordsPerBuffer, freeSlots, 0);
    }
}
