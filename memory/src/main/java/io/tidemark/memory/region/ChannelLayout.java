package io.tidemark.memory.region;

import io.tidemark.abi.Channel;
import io.tidemark.abi.OnFull;
import java.util.List;

/**
 * What one channel asks for in a region. Immutable; it is written to the region's directory, so
 * that a reader needs nothing but the file.
 *
 * @param readyQueues one per device thread that publishes, strided by the platform's maximum
 * @param readyCapacity entries of each; rounded up to a power of two, and all of them usable
 * @param extraBytes bytes whose meaning the channel defines, shared by its streams, 0 for none
 */
public record ChannelLayout(
        Channel channel,
        int readyQueues,
        int readyCapacity,
        OnFull onFull,
        long extraBytes,
        List<StreamLayout> streams) {
    public ChannelLayout {
        StreamLayout.requireAtLeast("readyQueues", readyQueues, 1);
        StreamLayout.requireAtLeast("readyCapacity", readyCapacity, 1);
        StreamLayout.requireAtLeast("extraBytes", extraBytes, 0);
        if (readyCapacity > 1 << 20) {
            throw new IllegalArgumentException("readyCapacity=" + readyCapacity + " is too large");
        }
        readyCapacity = Integer.highestOneBit(readyCapacity) == readyCapacity
                ? readyCapacity
                : Integer.highestOneBit(readyCapacity) << 1;
        streams = List.copyOf(streams);
        if (streams.stream().map(StreamLayout::kind).distinct().count() != streams.size() || streams.isEmpty()) {
            throw new IllegalArgumentException("streams=" + streams + " repeats a kind or is empty");
        }
    }
}
