package io.tidemark.cuda;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipMemory;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;

/**
 * A chip whose cores are blocks of a persistent kernel. Its registers are memory of the host alone,
 * kept true by {@link BlockProxy}; payloads lie where the blocks read them. Kept from run to run;
 * the code on it is that of one case.
 */
final class CudaChip implements Chip {
    private static final long CACHE_LINE_BYTES = 64;

    private final Accelerator accelerator;
    private final ChipShape shape;
    private final long joinNanos;
    private final OwnedArena arena = OffHeap.shared("core-registers");
    private final BlockRegisters registers;
    private final DispatchPayloads payloads;
    private final SharedWords words;
    private final TensorMemory memory;
    private final GraphMemory graphs; // null when the host dispatches every task

    /**
     * @param resolvesGraphs whether runs hand whole graphs over
     * @param dumpsArguments whether the code on it dumps the arguments of such graphs
     */
    CudaChip(
            Accelerator accelerator,
            ChipShape shape,
            long memoryBytes,
            long joinNanos,
            boolean resolvesGraphs,
            boolean dumpsArguments) {
        this.accelerator = accelerator;
        this.shape = shape;
        this.joinNanos = joinNanos;
        int cores = shape.coreCount();
        registers =
                new BlockRegisters(
                        arena.allocate(CoreRegisters.sizeBytes(cores), CACHE_LINE_BYTES), cores);
        graphs =
                resolvesGraphs
                        ? new GraphMemory(
                                accelerator,
                                dumpsArguments ? new ArgumentRings(accelerator, cores) : null)
                        : null;
        words =
                resolvesGraphs
                        ? new SharedWords(
                                accelerator,
                                shape,
                                SharedWords.journalRecordsOfGraph(cores),
                                graphs.headAddress())
                        : new SharedWords(accelerator, shape, SharedWords.JOURNAL_RECORDS, 0);
        payloads = new DispatchPayloads(words.payloads(), cores, true);
        memory = accelerator.tensorMemory(memoryBytes);
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
    public ChipDriver driver() {
        return driver(new RealClock(accelerator.platform().clockHz()));
    }

    /** What drives one run by a clock of the caller's. */
    ChipDriver driver(DeviceClock control) {
        return new CudaDriver(accelerator, words, registers, graphs, control, joinNanos);
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
            arena.close();
        }
    }
}
