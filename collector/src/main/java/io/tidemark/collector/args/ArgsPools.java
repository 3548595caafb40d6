package io.tidemark.collector.args;

import io.tidemark.abi.Channel;
import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.OnFull;
import io.tidemark.memory.region.StreamLayout;
import java.util.List;

/**
 * How much room the argument dump gets in a region. Immutable.
 *
 * @param arenaBytes payload bytes of each thread that may wait for the host; rounded up to pages
 */
public record ArgsPools(
        int buffersPerLane,
        int recordsPerBuffer,
        int readyCapacity,
        int freeSlots,
        long arenaBytes) {
    /** The one buffer kind of the channel. */
    public static final int KIND = 0;

    /** Payloads stream through, so an arena need not hold the largest tensor. */
    public static final ArgsPools DEFAULT = new ArgsPools(8, 256, 64, 8, 16L << 20);

    /** The channel's part of a region; lanes are strided by the platform's maximum. */
    public ChannelLayout layout(Platform platform, OnFull onFull) {
        int threads = platform.maxAicpuThreads();
        return new ChannelLayout(
                Channel.ARGS,
                threads,
                readyCapacity,
                onFull,
                0,
                List.of(
                        new StreamLayout(
                                KIND,
                                ArgumentRecord.LAYOUT,
                                threads,
                                buffersPerLane,
                                recordsPerBuffer,
                                freeSlots,
                                arenaBytes)));
    }
}
