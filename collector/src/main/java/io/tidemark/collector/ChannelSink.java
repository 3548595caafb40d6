package io.tidemark.collector;

import java.io.IOException;

/**
 * What the host half does for one channel alone: it closes the books, judges them and writes the
 * artifacts. Made for one session, used once, by the thread that controls the session. When the
 * disk is full the unfinished file is removed, region and spool stay, and the failure says how to
 * finish.
 */
public interface ChannelSink {
    /** A run is about to begin on a session that was opened for it; work may be done beside it. */
    default void begin() {}

    /**
     * Closes the books and exports; after {@link CollectorSession#stop}, or on a session that was
     * resumed.
     */
    ChannelResult finish(RunEvidence evidence) throws IOException;
}
