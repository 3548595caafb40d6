package io.tidemark.recording.plan;

import io.tidemark.abi.Channel;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.runtime.recording.ChannelRecorder;
import java.util.Objects;
import java.util.function.Function;

/**
 * Everything that a recording needs of one channel. A recording, its certificate and a recovery go
 * through a list of these and name no channel. Immutable.
 *
 * @param channel which one
 * @param pools its room in the region, unless a plan says otherwise
 * @param device its device half
 * @param sink makes its host half for one session: what closes the books and writes the artifacts
 */
public record ChannelKit(
        Channel channel, ChannelPools pools, ChannelRecorder device, Function<CollectorSession, ChannelSink> sink) {
    public ChannelKit {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(sink, "sink");
        if (!pools.channel().equals(channel)) {
            throw new IllegalArgumentException("channel=" + channel + " pools=" + pools.channel());
        }
    }
}
