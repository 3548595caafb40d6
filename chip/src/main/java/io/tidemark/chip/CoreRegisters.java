package io.tidemark.chip;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The registers of a chip's cores, one {@link CoreRegisterWords} after the other in a segment the
 * caller owns. What one side writes lies on its own cache line. Each word has one writer at a time;
 * any thread may look. A chip whose words take time to arrive has a class of its own.
 */
public class CoreRegisters {
    private static final int BYTES_PER_CORE = CoreRegisterWords.LAYOUT.sizeBytes();

    private final MemorySegment segment;
    private final int cores;

    public CoreRegisters(MemorySegment segment, int cores) {
        if (segment.byteSize() < sizeBytes(cores)) {
            throw new IllegalArgumentException(
                    "segment has byteSize="
                            + segment.byteSize()
                            + " cores="
                            + cores
                            + " need "
                            + sizeBytes(cores));
        }
        this.segment = segment;
        this.cores = cores;
    }

    public static long sizeBytes(int cores) {
        return (long) cores * BYTES_PER_CORE;
    }

    public int cores() {
        return cores;
    }

    /**
     * Resets to the state after power-on. Called before the cores start: a later reset could erase
     * an exit signal.
     */
    public void reset() {
        segment.asSlice(0, sizeBytes(cores)).fill((byte) 0);
        VarHandle.fullFence();
    }

    public long dispatchAcquire(int core) {
        return CoreRegisterWords.DATA_MAIN_BASE.getAcquire(segment, at(core));
    }

    /** Sends a token; the doorbell half is zero. */
    public void dispatchRelease(int core, int token) {
        CoreRegisterWords.DATA_MAIN_BASE.setRelease(segment, at(core), token & 0xFFFF_FFFFL);
    }

    /**
     * Rings the doorbell of a gated task: token and doorbell in one word. Without effect, and
     * false, when the register holds anything else: an exit signal, which nothing may erase, or a
     * doorbell that was rung before.
     */
    public boolean tryRingDoorbell(int core, int token) {
        long half = token & 0xFFFF_FFFFL;
        return CoreRegisterWords.DATA_MAIN_BASE.compareAndSet(
                segment, at(core), half, half << 32 | half);
    }

    public int statusAcquire(int core) {
        return CoreRegisterWords.COND.getAcquire(segment, at(core));
    }

    public void statusRelease(int core, int statusWord) {
        CoreRegisterWords.COND.setRelease(segment, at(core), statusWord);
    }

    public long progressOpaque(int core) {
        return CoreRegisterWords.PROGRESS.getOpaque(segment, at(core));
    }

    public void progressOpaque(int core, int entered, int left) {
        CoreRegisterWords.PROGRESS.setOpaque(
                segment, at(core), (long) entered << 32 | left & 0xFFFF_FFFFL);
    }

    /**
     * Stores when the kernel begins that the core is about to enter. Called by the core, before it
     * stores the progress word.
     */
    public void startTickRelease(int core, long tick) {
        CoreRegisterWords.START_TICK.setRelease(segment, at(core), tick);
    }

    /**
     * When a core's last kernel began, 0 when nothing is recorded. Any thread; it belongs to the
     * kernel of the progress word if that is the same before and after.
     */
    public long startTickAcquire(int core) {
        return CoreRegisterWords.START_TICK.getAcquire(segment, at(core));
    }

    /**
     * When the kernel of a token began; 0 when it has not, or nothing is recorded. After the run.
     */
    public long startTick(int core, int token) {
        return enteredOpaque(core) == token ? startTickAcquire(core) : 0;
    }

    /** Stores when the kernel returned. Called by the core, before it stores the finish. */
    public void endTickOpaque(int core, long tick) {
        CoreRegisterWords.END_TICK.setOpaque(segment, at(core), tick);
    }

    /**
     * When the last kernel of a core returned; 0 when nothing is recorded. Called by the scheduler
     * that saw the finish.
     */
    public long endTickOpaque(int core) {
        return CoreRegisterWords.END_TICK.getOpaque(segment, at(core));
    }

    /** Stores how many cycles the kernel took, unsigned. Called before the finish is stored. */
    public void cycles(int core, int cycles) {
        CoreRegisterWords.DETAIL.set(segment, at(core), cycles);
    }

    /**
     * How many cycles the last kernel of a core took, unsigned: 0 where the core does not count
     * them, 2^32-1 where there were more. Called by the scheduler that saw the finish.
     */
    public int cycles(int core) {
        return CoreRegisterWords.DETAIL.get(segment, at(core));
    }

    /** Kernels that a core has entered. */
    public int enteredOpaque(int core) {
        return (int) (progressOpaque(core) >>> Integer.SIZE);
    }

    /** The core's half of the boot handshake. */
    public void bootRelease(int core, int physicalId, CoreType type) {
        CoreRegisterWords.PHYSICAL_ID.set(segment, at(core), physicalId);
        CoreRegisterWords.CORE_TYPE.set(segment, at(core), type.code());
        CoreRegisterWords.AICORE_DONE.setRelease(segment, at(core), core + 1);
    }

    public boolean hasBootedAcquire(int core) {
        return CoreRegisterWords.AICORE_DONE.getAcquire(segment, at(core)) == core + 1;
    }

    public int physicalId(int core) {
        return CoreRegisterWords.PHYSICAL_ID.get(segment, at(core));
    }

    public int coreTypeCode(int core) {
        return CoreRegisterWords.CORE_TYPE.get(segment, at(core));
    }

    private static long at(int core) {
        return (long) core * BYTES_PER_CORE;
    }
}
