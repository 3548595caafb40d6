package io.tidemark.cuda;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipMemory;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.simulated.RealClock;

/**
 * A chip whose cores are blocks of a persistent kernel. Its registers are memory of the host alone,
 * kept true by {@link BlockProxy}; payloads lie where the blocks read them. Kept from run to run;
 * the code on it is that of one case.
 */
final class CudaChip implements Chip {
    private final Accelerator accelerator;
    private final ChipShape shape;
    private final long joinNanos;
    private final BlockRegisters registers;
    private final DispatchPayloads payloads;
    private final SharedWords words;
    private final TensorMemory memory;
    private final GraphMemory graphs; // null when the host dispatches every task

    /**
     * @param resolvesGraphs whether runs hand whole graphs over
     * @param byCores what the code on it records itself
     */
    CudaChip(
            Accelerator accelerator,
            ChipShape shape,
            long memoryBytes,
            long joinNanos,
            boolean resolvesGraphs,
            DfxFlags byCores) {
        this.accelerator = accelerator;
        this.shape = shape;
        this.joinNanos = joinNanos;
        int cores = shape.coreCount();
        ArgumentRings rings = byCores.has(DfxFeature.DUMP_ARGS_ENABLE) ? new ArgumentRings(accelerator, cores) : null;
        registers = new BlockRegisters(cores);
        graphs = resolvesGraphs ? new GraphMemory(accelerator, rings, byCores.has(DfxFeature.PMU)) : null;
        words = resolvesGraphs
                ? new SharedWords(
                        accelerator, shape, SharedWords.journalRecordsOfGraph(cores), graphs.headAddress(), rings)
                : new SharedWords(accelerator, shape, SharedWords.JOURNAL_RECORDS, 0, rings);
        memory = accelerator.tensorMemory(memoryBytes);
        payloads = new DispatchPayloads(words.payloads(), cores, true, memory::mayChange);
    }

    @Override
    public String name() {
        return accelerator.name();
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
        return form == CodeForm.DEVICE;
    }

    @Override
    public boolean opensGates() {
        return true;
    }

    @Override
    public boolean dumpsArguments() {
        return words.rings() != null;
    }

    /** Stages that schedulers have asked its dumper for in the last run. */
    long askedStages() {
        return words.askedStages();
    }

    @Override
    public ChipDriver driver() {
        return driver(new RealClock(accelerator.platform().clockHz()));
    }

    /** What drives one run by a clock of the caller's. */
    ChipDriver driver(DeviceClock control) {
        return new CudaDriver(accelerator, words, memory, registers, graphs, control, joinNanos);
    }

    @Override
    public void reset() {
        Chip.super.reset();
        words.reset();
    }

    /** What a block that never left may still write to stays until the process ends. */
    @Override
    public void close() {
        boolean isAtRest;
        try {
            isAtRest = !accelerator.isRunning();
        } catch (DeviceFaultException dead) {
            isAtRest = true;
        }
        if (isAtRest) {
            memory.close();
            if (graphs != null) {
                graphs.close();
            }
            accelerator.close();
        }
    }
}
