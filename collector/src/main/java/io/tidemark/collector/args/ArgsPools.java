package io.tidemark.collector.args;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.capture.args.ArgsHead;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How much room the argument dump gets in a region. Immutable.
 *
 * @param arenaBytes payload bytes of each thread that may wait for the host; rounded up to pages
 */
public record ArgsPools(int buffersPerLane, int recordsPerBuffer, int readyCapacity, int freeSlots, long arenaBytes)
        implements ChannelPools {
    /** Payloads stream through, so an arena need not hold the largest tensor. */
    public static final ArgsPools DEFAULT = new ArgsPools(8, 256, 64, 8, 16L << 20);

    @Override
    public Channel channel() {
        return ArgsChannel.CHANNEL;
    }

    @Override
    public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
        int threads = shape.maxThreads();
        return new ChannelLayout(
                ArgsChannel.CHANNEL,
                threads,
                readyCapacity,
                onFull,
                0,
                List.of(new StreamLayout(
                        ArgsStream.ARGUMENT, threads, buffersPerLane, recordsPerBuffer, freeSlots, arenaBytes)));
    }

    @Override
    public void describe(Path spool, DeviceRegion region, RunShape shape) throws IOException {
        ArgsHead.begun(region.settings().argsLevel()).write(spool.resolve(ArgsHead.NAME));
    }
}
