package io.tidemark.collector.spool;

import io.tidemark.capture.table.StoredChunk;

/** Reads a spool while it is written. Both calls come from whoever writes the spool. */
public interface SpoolFollower extends AutoCloseable {
    /** A chunk is in the file of its stream, whole. Must not wait. */
    void appended(StoredChunk chunk);

    /** Nothing more is read, also of what was announced; may be called again. */
    @Override
    void close();
}
