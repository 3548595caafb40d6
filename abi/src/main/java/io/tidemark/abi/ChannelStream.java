package io.tidemark.abi;

import io.tidemark.abi.layout.RecordLayout;

/**
 * One stream of records of a channel: what a lane of it holds, and what it is called. Implemented
 * by the enumeration of each channel's streams. Immutable.
 */
public interface ChannelStream {
    /** Its number inside the channel; it stands in regions and spools and is never reused. */
    int code();

    /** Its name in certificates and reports. */
    String label();

    /** What one record of it looks like. */
    RecordLayout record();

    /** The 64-bit field that says when a record began; empty where records have no stamp. */
    default String beginField() {
        return "";
    }

    /** The one that says when it ended; the same for a moment. */
    default String endField() {
        return beginField();
    }
}
