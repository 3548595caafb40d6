package io.tidemark.collector.deps;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.StreamLayout;
import java.util.List;

/**
 * How much room the deps channel gets in a region. Immutable. One lane: only the orchestrator
 * writes.
 *
 * @param freeSlots free buffers the lane may have waiting, a power of two
 */
public record DepsPools(int buffers, int slotsPerBuffer, int readyCapacity, int freeSlots) implements ChannelPools {
    /**
     * Some 1,600 submits to a buffer, half a megabyte each: at a million submits a second one lasts
     * longer than the host naps.
     */
    public static final DepsPools DEFAULT = new DepsPools(8, 8_192, 16, 4);

    /** The smallest that still works: one spare buffer. A chain may be longer than a buffer. */
    public static DepsPools tiny(int slotsPerBuffer) {
        return new DepsPools(2, slotsPerBuffer, 1, 2);
    }

    @Override
    public Channel channel() {
        return DepsChannel.CHANNEL;
    }

    @Override
    public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
        return new ChannelLayout(
                DepsChannel.CHANNEL,
                1,
                readyCapacity,
                onFull,
                0,
                List.of(new StreamLayout(DepsStream.SUBMIT_SLOT, 1, buffers, slotsPerBuffer, freeSlots, 0)));
    }
}
