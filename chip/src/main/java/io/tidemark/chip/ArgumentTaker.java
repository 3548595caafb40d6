package io.tidemark.chip;

import java.lang.foreign.MemorySegment;

/**
 * Where a core that takes tasks from a graph itself tells what they were given and gave. Called by
 * the thread that steps the core; it must neither wait nor throw. What returns false has no room
 * yet, and is asked again with the same.
 */
public interface ArgumentTaker {
    /**
     * A stage of a task begins.
     *
     * @param isAfter what the task gave; else what it is given
     */
    boolean tryBegin(int task, boolean isAfter);

    /**
     * The next piece of a tensor of the task whose stage has begun.
     *
     * @param ring where the bytes lie, from a position modulo its size on, and round its end
     * @param digest XXH64 of all bytes of the tensor up to the end of this piece
     * @param isLast no other piece of the tensor follows
     * @param isChanged the tensor was written to while it was copied
     */
    boolean tryTake(
            int argument,
            MemorySegment ring,
            long position,
            long bytes,
            long digest,
            boolean isLast,
            boolean isChanged);

    /** The stage is over. */
    void end();

    /** The core tells nothing more; a tensor that is under way ends with the bytes it has. */
    void leave();
}
