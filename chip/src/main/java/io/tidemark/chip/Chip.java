package io.tidemark.chip;

/**
 * A machine with cores, as the runtime sees it: a shape, memory, and for each core the words of the
 * dispatch protocol. One run at a time takes the whole chip. Registers and payloads may be touched
 * by any thread that the protocol lets; everything else is for the thread that owns the worker.
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

    /** What starts the cores of the next run and says who steps them; a new one for every run. */
    ChipDriver driver();

    /** Registers and payloads as after power-on. Before a run, when no core is stepped. */
    default void reset() {
        registers().reset();
        payloads().reset(shape());
    }

    /** Frees the memory, also while a core still uses it. */
    @Override
    void close();
}
