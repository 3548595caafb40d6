package io.tidemark.memory;

/**
 * Words at byte offsets: all that the queues and rings need of memory. In production it is always
 * {@link SegmentCells}; the checks run the same algorithms over an array, which the model checker
 * can see into. Which thread may call what is the caller's affair. Offsets are multiples of the
 * word.
 */
public interface Cells {
    long get(long at);

    void set(long at, long value);

    long getAcquire(long at);

    void setRelease(long at, long value);

    int getInt(long at);

    void setInt(long at, int value);

    int getIntAcquire(long at);

    void setIntRelease(long at, int value);
}
