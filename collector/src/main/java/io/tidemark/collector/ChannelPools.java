package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import java.io.IOException;
import java.nio.file.Path;

/** How much room one channel gets in a region. Immutable. */
public interface ChannelPools {
    Channel channel();

    /**
     * The channel's part of a region. A level that is off gets none: then its streams are not in
     * the region, and the device half records nothing for it.
     *
     * @param flags record the channel
     */
    ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull);

    /** Fills the channel's extra bytes with what the host knows; before the device runs. */
    default void prepare(DeviceRegion region, RunShape shape) {}

    /**
     * Writes beside the spools what a reader must know of them that they do not say, so that they can be read during
     * the run; before the device runs.
     */
    default void describe(Path spool, DeviceRegion region, RunShape shape) throws IOException {}
}
