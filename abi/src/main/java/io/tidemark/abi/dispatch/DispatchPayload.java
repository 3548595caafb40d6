package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.FLAGS;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.OFFSET;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.I64Array;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * One kernel run as its core gets it. Each core has two, and the lowest bit of a token names the
 * one that it uses. The scheduler writes it before it releases the token, and leaves it alone until
 * the run has ended.
 */
public final class DispatchPayload {
    /** Payloads of a core. */
    public static final int BUFFERS = 2;

    /** Bit of {@link #FLAGS_WORD}: the core waits for the doorbell before it starts. */
    public static final int GATED = 1;

    /**
     * Bit of {@link #FLAGS_WORD}: the run is its whole task, and a core that shares memory with
     * others says there when it has ended, for those that wait behind a gate.
     */
    public static final int TELLS = 2;

    /**
     * Bit of {@link #FLAGS_WORD}: the run is its whole task, and the core dumps what it is given
     * before it starts the kernel.
     */
    public static final int DUMP_BEFORE = 4;

    /** The same for its results, before it reports the end. */
    public static final int DUMP_AFTER = 8;

    /** Producers that a gated run may name. */
    public static final int MAX_AWAITED = 3;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DispatchPayload", 117);

    // spotless:off
    public static final I64 TASK_ID      = RECORD.i64( 0, "taskId",      ID,     "ring in the high half, number within the ring in the low half");
    public static final U32 SLOT_INDEX   = RECORD.u32( 8, "slotIndex",   INDEX,  "slot of the task in its ring");
    public static final U16 FUNCTION_ID  = RECORD.u16(12, "functionId",  ID,     "kernel that this core runs");
    public static final U16 FLAGS_WORD   = RECORD.u16(14, "flags",       FLAGS,  "1 gated: start when the doorbell rings; 2 tells: gated runs of other cores may wait for the end of this one; 4 and 8: the core dumps what the run is given, and what it has given");
    public static final U32 BLOCK_INDEX  = RECORD.u32(16, "blockIndex",  INDEX,  "which block of the task");
    public static final U32 BLOCK_COUNT  = RECORD.u32(20, "blockCount",  COUNT,  "blocks of the task");
    public static final U32 SUB_BLOCK    = RECORD.u32(24, "subBlock",    INDEX,  "which core of its kind in the cluster; never changes");
    public static final I64 ARGUMENTS_AT = RECORD.i64(32, "argumentsAt", OFFSET, "DispatchArguments, from the first payload; 0 if the chip asks for none; never changes");
    public static final I64Array AWAITED = RECORD.i64s(40, "awaited", MAX_AWAITED, ID, "of a gated run whose producers all tell their end: their task ids plus one, then 0; else 0");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64); // a cache line

    private DispatchPayload() {}
}
