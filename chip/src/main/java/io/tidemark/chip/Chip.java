package io.tidemark.chip;

/**
 * A machine with cores, as the runtime sees it: a shape, memory, and for each core the words of the
 * dispatch protocol. One run at a time takes the whole chip. Any thread may use registers and
 * payloads as the dispatch protocol allows; only the thread that owns the worker calls everything
 * else.
 */
public interface Chip extends AutoCloseable {
    /** The name of the chip in messages. */
    String name();

    ChipShape shape();

    ChipMemory memory();

    CoreRegisters registers();

    DispatchPayloads payloads();

    /** Whether the cores can run kernels of this form. */
    boolean runs(CodeForm form);

    /**
     * Whether a core that waits behind a gate starts by itself once the producers that its payload
     * names have ended, without a word from its scheduler.
     */
    default boolean opensGates() {
        return false;
    }

    /**
     * Whether a core dumps the arguments of a task that is a single kernel run itself, as the
     * {@link CoreProgram#arguments} of the run say.
     */
    default boolean dumpsArguments() {
        return false;
    }

    /**
     * Makes the driver that starts and steps the cores of the next run. Each run has a driver of
     * its own.
     */
    ChipDriver driver();

    /**
     * Resets registers and payloads to the state after power-on. Called before a run, while no core
     * is stepped.
     */
    default void reset() {
        registers().reset();
        payloads().reset(shape());
    }

    /** Frees the memory, also while a core still uses it. */
    @Override
    void close();
}
