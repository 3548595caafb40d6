package io.tidemark.abi;

import io.tidemark.abi.layout.RecordLayout;
import java.lang.foreign.MemorySegment;

/**
 * One stream of records of a channel: what a lane of it holds, and what it is called. Implemented
 * by the enumeration of each channel's streams. Immutable.
 */
public interface ChannelStream {
    /** Its number inside the channel; it stands in regions and spools and is never reused. */
    int code();

    /** Its name in certificates and reports. */
    String label();

    /** The layout of one record of this stream. */
    RecordLayout record();

    /** The earliest stamp in a record, 0 where records have none; a table file keeps the least. */
    default long firstTick(MemorySegment bytes, long at) {
        return 0;
    }

    /** The latest stamp in a record, 0 where records have none. */
    default long lastTick(MemorySegment bytes, long at) {
        return firstTick(bytes, at);
    }

    /** The kernel that a record names, -1 where records name none. */
    default int kernel(MemorySegment bytes, long at) {
        return -1;
    }
}
