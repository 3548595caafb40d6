package io.tidemark.memory.region;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.layout.RecordLayout;

/**
 * What one stream of a channel asks for: one kind of record, one lane per producer, a pool of
 * buffers. Immutable.
 *
 * @param stream which of the channel's
 * @param freeSlots capacity of a lane's free queue, a power of two
 * @param arenaBytes payload arena of each lane, 0 for none
 */
public record StreamLayout(
        ChannelStream stream, int lanes, int buffersPerLane, int recordsPerBuffer, int freeSlots, long arenaBytes) {
    public StreamLayout {
        requireAtLeast("lanes", lanes, 1);
        requireAtLeast("buffersPerLane", buffersPerLane, 1);
        requireAtLeast("recordsPerBuffer", recordsPerBuffer, 1);
        requireAtLeast("arenaBytes", arenaBytes, 0);
        if (freeSlots < 1 || Integer.bitCount(freeSlots) != 1) {
            throw new IllegalArgumentException("freeSlots=" + freeSlots + " is not a power of two");
        }
    }

    /** The stream's number inside the channel. */
    public int kind() {
        return stream.code();
    }

    public RecordLayout record() {
        return stream.record();
    }

    static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + " is below " + least);
        }
    }
}
