package io.tidemark.runtime.team;

import io.tidemark.chip.CoreRegisters;

/**
 * The doorbells of a chip's cores: which token waits behind the gate of each. A core's owner notes
 * the token before it offers the doorbell through the task's gate; the thread that takes it from
 * there may be another scheduler.
 */
public final class Doorbells {
    private final CoreRegisters registers;
    private final int[] tokens;

    public Doorbells(CoreRegisters registers) {
        this.registers = registers;
        this.tokens = new int[registers.cores()];
    }

    /** Cores of the chip. */
    int cores() {
        return tokens.length;
    }

    public void note(int core, int token) {
        tokens[core] = token;
    }

    /**
     * Lets the core run the task that waits there. Called once, by the thread that took the
     * doorbell.
     */
    void ring(int core) {
        registers.tryRingDoorbell(core, tokens[core]); // refused only by an exit signal
    }
}
