package io.tidemark.chip.simulated;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipMemory;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;
import java.util.function.Supplier;

/**
 * The simulated chip: registers and payloads in its own memory, kernels in Java. Kept from run to run; each run has its
 * own driver.
 */
public final class SimulatedChip implements Chip {
    /** Where its memory begins: addresses look like addresses, and zero is none. */
    public static final long MEMORY_ADDRESS = 0x1_0000_0000L;

    private final String name;
    private final ChipShape shape;
    private final Supplier<ChipDriver> drivers;
    private final CoreRegisters registers;
    private final DispatchPayloads payloads;
    private final SimulatedMemory memory;

    /**
     * @param drivers makes the driver of each run
     */
    public SimulatedChip(String name, ChipShape shape, long memoryBytes, Supplier<ChipDriver> drivers) {
        this(name, shape, memoryBytes, drivers, false);
    }

    /**
     * @param drivers makes the driver of each run
     * @param modelled whether its drivers are {@link EventStepper}s: then words take time to arrive
     */
    public SimulatedChip(
            String name, ChipShape shape, long memoryBytes, Supplier<ChipDriver> drivers, boolean modelled) {
        this.name = name;
        this.shape = shape;
        this.drivers = drivers;
        int cores = shape.coreCount();
        registers = modelled ? new DelayedRegisters(cores) : new CoreRegisters(cores);
        payloads = new DispatchPayloads(cores); // its kernels see the task itself
        memory = new SimulatedMemory(MEMORY_ADDRESS, memoryBytes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ChipShape shape() {
        return shape;
    }

    @Override
    public ChipMemory memory() {
        return memory;
    }

    @Override
    public CoreRegisters registers() {
        return registers;
    }

    @Override
    public DispatchPayloads payloads() {
        return payloads;
    }

    @Override
    public boolean runs(CodeForm form) {
        return form == CodeForm.JAVA;
    }

    @Override
    public ChipDriver driver() {
        return drivers.get();
    }

    @Override
    public void close() {
        memory.close();
    }
}
