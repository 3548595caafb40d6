package io.tidemark.chip.simulated;

/**
 * Notifies the thread that steps a core when the step is about to enter user code, which may take any time. During user
 * code, others may take over everything around the core, but not the core. It also keeps the time at which the last
 * kernel of a round ended. Where nothing happens between two kernels of one thread, one reading of the clock is the end
 * of the first and the start of the second.
 */
public interface KernelWatch {
    /** No kernel has ended in this round, or the clock was not read. */
    long NO_TICK = Long.MIN_VALUE;

    /** For steppers that never take over. */
    KernelWatch UNDIVIDED = new KernelWatch() {
        @Override
        public void enterKernel() {}

        @Override
        public void leaveKernel(long endTick) {}

        @Override
        public long lastEndTick() {
            return NO_TICK;
        }
    };

    void enterKernel();

    /** User code is over, well or badly; called before its end is reported. */
    default void kernelReturned() {}

    /**
     * @param endTick when the kernel returned, or {@link #NO_TICK}
     */
    void leaveKernel(long endTick);

    /**
     * When the kernel before this one ended, if the calling thread ran it just now; else {@link
     * #NO_TICK}.
     */
    long lastEndTick();
}
