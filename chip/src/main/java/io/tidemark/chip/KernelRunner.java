package io.tidemark.chip;

/**
 * What a simulated core does with a payload: the chip knows tokens and bytes, the runtime knows
 * kernels and arguments. Called by the thread that steps the core.
 */
public interface KernelRunner {
    /**
     * Runs the kernel that one of the core's two payloads names.
     *
     * @return false if the kernel returned because it was asked to stop: its task is not done
     */
    boolean run(int core, int buffer) throws Exception;

    /**
     * How long the kernel in one of the core's two payloads takes, in picoseconds; asked when it
     * starts, in virtual time only.
     */
    default long picos(int core, int buffer) {
        return 0;
    }

    /**
     * How long a core gets ready before the kernel starts that {@link #picos} was asked for last,
     * in picoseconds.
     */
    default long leadPicos(int core) {
        return 0;
    }

    /** Whether kernels are called at all; if not, {@link #run} does nothing. Never changes. */
    default boolean calls() {
        return true;
    }

    /** The kernel in one of the core's two payloads, to distinguish it from others. */
    default Object kernel(int core, int buffer) {
        return this;
    }

    /** The device stopped while no kernel was known to be on a core. */
    default void deviceLost(Throwable cause) {
        failed(0, 0, cause);
    }

    /** The kernel threw. The core continues; the runtime ends the run. */
    void failed(int core, int buffer, Throwable cause);
}
