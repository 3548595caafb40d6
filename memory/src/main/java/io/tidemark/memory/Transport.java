package io.tidemark.memory;

import java.lang.foreign.MemorySegment;

/**
 * How the host half reaches the device region. The host reads a range after {@link #refresh} and
 * makes its own writes count with {@link #flush}; code that does both runs unchanged over shared
 * memory and over explicit copies. Several host threads may use one transport as long as they work
 * on different words.
 */
public interface Transport {
    /** The host's view of the region, as long as the region. */
    MemorySegment view();

    /** The words of {@link #view}. */
    Cells cells();

    /** Brings device bytes into the view; false when the copy failed, and the view is as before. */
    boolean refresh(long at, long sizeBytes);

    /**
     * Brings host-owned bytes of the view to the device; false when the copy failed or the range is
     * not the host's, and the device is as before.
     */
    boolean flush(long at, long sizeBytes);
}
