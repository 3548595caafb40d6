package io.tidemark.chip;

/**
 * Where a core tells what it did. Called by the thread that steps the core; it must neither wait
 * nor throw.
 */
public interface CoreProbe {
    /** The finish of a kernel that was cut short. */
    long NOT_FINISHED = Long.MIN_VALUE;

    /**
     * The core took the task itself, without a dispatch: the facts of a dispatch are reported now. Before the reserve;
     * false when there is no room for them yet: then it is called again.
     */
    default boolean tryAnnounce(int token, long taskId) {
        return true;
    }

    /**
     * Reserves the place of the record. Called before the acknowledgement. False when there is no
     * room yet: the core does not start the task in this step, and asks again in the next.
     */
    boolean tryReserve(int token, long taskId);

    /** The kernel that was acknowledged takes so long; in virtual time only. */
    default void lasts(int functionId, long picos) {}

    /** The kernel has thrown. Called before the finish of the same token. */
    default void threw(int token) {}

    /**
     * When a core that took the task itself did so, and when it had notified the consumers of the task's end. Before
     * the commit; only where that is recorded.
     *
     * @param finishTick {@link #NOT_FINISHED} when it notified no consumer
     */
    default void taken(long dispatchTick, long finishTick) {}

    /**
     * How many cycles the kernel of a core took that took the task itself. Before the commit, and
     * not of one that was cut short; only where that is recorded.
     *
     * @param cycles unsigned; 2^32-1 where there were more
     */
    default void countedCycles(int cycles) {}

    /** Writes the record to the place reserved. Called after the finish. */
    void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick);

    /**
     * Whether {@link #commit} comes before the core says that it is finished, and not after; asked
     * once.
     */
    default boolean commitsBeforeFinish() {
        return false;
    }

    /** Tells another probe everything; a subclass changes some of it. */
    abstract class Forwarding implements CoreProbe {
        private final CoreProbe next;

        protected Forwarding(CoreProbe next) {
            this.next = next;
        }

        @Override
        public boolean tryAnnounce(int token, long taskId) {
            return next.tryAnnounce(token, taskId);
        }

        @Override
        public boolean tryReserve(int token, long taskId) {
            return next.tryReserve(token, taskId);
        }

        @Override
        public void lasts(int functionId, long picos) {
            next.lasts(functionId, picos);
        }

        @Override
        public void threw(int token) {
            next.threw(token);
        }

        @Override
        public void taken(long dispatchTick, long finishTick) {
            next.taken(dispatchTick, finishTick);
        }

        @Override
        public void countedCycles(int cycles) {
            next.countedCycles(cycles);
        }

        @Override
        public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
            next.commit(token, taskId, functionId, receiveTick, startTick, endTick);
        }

        @Override
        public boolean commitsBeforeFinish() {
            return next.commitsBeforeFinish();
        }
    }
}
