package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipMemory;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;

/**
 * Registers and payloads of a chip without memory, whose cores are the test's. Nothing to close.
 */
final class BareChip implements Chip {
    private final ChipShape shape;
    private final CoreRegisters registers;
    private final DispatchPayloads payloads;

    BareChip(ChipShape shape) {
        this.shape = shape;
        int cores = shape.coreCount();
        registers = new CoreRegisters(cores);
        payloads = new DispatchPayloads(cores);
        reset();
    }

    @Override
    public String name() {
        return "bare";
    }

    @Override
    public ChipShape shape() {
        return shape;
    }

    @Override
    public ChipMemory memory() {
        throw new UnsupportedOperationException("a chip without memory");
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
        return true;
    }

    @Override
    public ChipDriver driver() {
        throw new UnsupportedOperationException("a chip that is stepped by its test");
    }

    @Override
    public void close() {}
}
