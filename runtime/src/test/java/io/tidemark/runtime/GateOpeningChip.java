package io.tidemark.runtime;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipMemory;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.runtime.engine.ChipWorker;

/**
 * Another chip that says of itself that its cores open gates. Its schedulers stage ahead; the cores
 * start when their doorbells are rung, as ever, which is late but never wrong.
 */
record GateOpeningChip(Chip chip) implements Chip {
    /** A worker with such a chip, as the config describes it. */
    static ChipWorker worker(RuntimeConfig config) {
        return ChipWorker.owning(config, new GateOpeningChip(ChipWorker.chip(config)));
    }

    @Override
    public boolean opensGates() {
        return true;
    }

    @Override
    public String name() {
        return chip.name();
    }

    @Override
    public ChipShape shape() {
        return chip.shape();
    }

    @Override
    public ChipMemory memory() {
        return chip.memory();
    }

    @Override
    public CoreRegisters registers() {
        return chip.registers();
    }

    @Override
    public DispatchPayloads payloads() {
        return chip.payloads();
    }

    @Override
    public boolean runs(CodeForm form) {
        return chip.runs(form);
    }

    @Override
    public ChipDriver driver() {
        return chip.driver();
    }

    @Override
    public void close() {
        chip.close();
    }
}
