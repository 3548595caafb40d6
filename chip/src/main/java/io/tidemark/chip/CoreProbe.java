package io.tidemark.chip;

/**
 * Where a core tells what it did. Called by the thread that steps the core; it must neither wait
 * nor throw.
 */
public interface CoreProbe {
    /**
     * Before the acknowledgement: the place of the record is fixed here. False when there is none
     * yet: the core does not start the task in this step, and asks again in the next.
     */
    boolean tryReserve(int token, long taskId);

    /**
     * Before the finish is told, so that whoever sees the finish sees this too: the kernel has
     * returned.
     */
    default void returned(int token, long startTick, long endTick) {}

    /** The kernel has thrown; before {@link #returned} of the same token. */
    default void threw(int token) {}

    /** After the finish: the record is written to the place reserved. */
    void commit(
            int token, long taskId, int functionId, long receiveTick, long startTick, long endTick);

    /**
     * Whether {@link #commit} comes before the core says that it is finished, and not after; asked
     * once.
     */
    default boolean commitsBeforeFinish() {
        return false;
    }
}
