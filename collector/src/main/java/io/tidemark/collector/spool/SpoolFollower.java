package io.tidemark.collector.spool;

import io.tidemark.capture.table.StoredChunk;
import java.io.IOException;

/** Reads a spool while it is written. All calls come from the writer of the spool. */
public interface SpoolFollower extends AutoCloseable {
    /** A chunk is in the file of its stream, whole. Must not wait. */
    void appended(StoredChunk chunk);

    /**
     * The spool cannot be written: whatever the reader has written itself is removed, and nothing
     * more is read.
     *
     * @return whether something was removed, so that the spool may try again
     */
    boolean makeRoom() throws IOException;

    /** Nothing more is read, also of what was announced; may be called again. */
    @Override
    void close();
}
