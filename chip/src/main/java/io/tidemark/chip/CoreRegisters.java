package io.tidemark.chip;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The words that a core and its scheduler exchange, 192 bytes a core in a segment the caller owns.
 * What one side writes lies on its own cache line. Each word has one writer at a time; any thread
 * may look.
 *
 * <pre>
 *     0  u64  DATA_MAIN_BASE   scheduler: token in the low half, doorbell in the high half
 *    64  u32  COND             core: token, bit 31 set when finished
 *    72  u64  progress         core: kernels entered in the high half, kernels left in the low half
 *   128  u32  aicoreDone       core: its index plus one, once it has booted
 *   132  u32  physicalId       core
 *   136  u32  coreType         core
 * </pre>
 */
public final class CoreRegisters {
    public static final int BYTES_PER_CORE = 192;

    private static final int DATA_MAIN_BASE_AT = 0;
    private static final int COND_AT = 64;
    private static final int PROGRESS_AT = 72;
    private static final int AICORE_DONE_AT = 128;
    private static final int PHYSICAL_ID_AT = 132;
    private static final int CORE_TYPE_AT = 136;

    private static final VarHandle WORD64 =
            ValueLayout.JAVA_LONG.withOrder(LITTLE_ENDIAN).varHandle();
    private static final VarHandle WORD32 =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

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

    /** Back to power-on. Only before the cores start: a later clear could erase an exit signal. */
    public void reset() {
        segment.asSlice(0, sizeBytes(cores)).fill((byte) 0);
        VarHandle.fullFence();
    }

    public long dispatchAcquire(int core) {
        return (long) WORD64.getAcquire(segment, at(core) + DATA_MAIN_BASE_AT);
    }

    /** Sends a token; the doorbell half is zero. */
    public void dispatchRelease(int core, int token) {
        WORD64.setRelease(segment, at(core) + DATA_MAIN_BASE_AT, token & 0xFFFF_FFFFL);
    }

    /**
     * Rings the doorbell of a gated task: token and doorbell in one word. Without effect, and
     * false, when the register holds anything else: an exit signal, which nothing may erase, or a
     * doorbell that was rung before.
     */
    public boolean tryRingDoorbell(int core, int token) {
        long half = token & 0xFFFF_FFFFL;
        return WORD64.compareAndSet(segment, at(core) + DATA_MAIN_BASE_AT, half, half << 32 | half);
    }

    public int statusAcquire(int core) {
        return (int) WORD32.getAcquire(segment, at(core) + COND_AT);
    }

    public void statusRelease(int core, int statusWord) {
        WORD32.setRelease(segment, at(core) + COND_AT, statusWord);
    }

    public long progressOpaque(int core) {
        return (long) WORD64.getOpaque(segment, at(core) + PROGRESS_AT);
    }

    public void progressOpaque(int core, int entered, int left) {
        WORD64.setOpaque(
                segment, at(core) + PROGRESS_AT, (long) entered << 32 | left & 0xFFFF_FFFFL);
    }

    /** The core's half of the boot handshake. */
    public void bootRelease(int core, int physicalId, CoreType type) {
        WORD32.set(segment, at(core) + PHYSICAL_ID_AT, physicalId);
        WORD32.set(segment, at(core) + CORE_TYPE_AT, type.code());
        WORD32.setRelease(segment, at(core) + AICORE_DONE_AT, core + 1);
    }

    public boolean hasBootedAcquire(int core) {
        return (int) WORD32.getAcquire(segment, at(core) + AICORE_DONE_AT) == core + 1;
    }

    public int physicalId(int core) {
        return (int) WORD32.get(segment, at(core) + PHYSICAL_ID_AT);
    }

    public int coreTypeCode(int core) {
        return (int) WORD32.get(segment, at(core) + CORE_TYPE_AT);
    }

    private static long at(int core) {
        return (long) core * BYTES_PER_CORE;
    }
}
