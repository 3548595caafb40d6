package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The registers of one core. The first line is written by the core's scheduler, the other two by
 * the core; each word has one writer at a time, and any thread may read.
 *
 * <pre>
 *   scheduler  fills the payload that the token names, then releases the token to dataMainBase
 *   core       acquires dataMainBase, acknowledges the token in cond, writes startTick, runs the
 *              kernel, writes endTick, releases the token with bit 31 to cond
 *   scheduler  acquires cond
 * </pre>
 *
 * A gated payload waits until both halves of {@code dataMainBase} contain its token.
 */
public final class CoreRegisterWords {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("CoreRegisterWords", 116);

    // spotless:off
    public static final I64 DATA_MAIN_BASE = RECORD.i64(  0, "dataMainBase", CODE,  "scheduler: token in the low half, doorbell in the high half");
    public static final I32 COND           = RECORD.i32( 64, "cond",         CODE,  "core: token, bit 31 set when finished");
    public static final I32 DETAIL         = RECORD.i32( 68, "detail",       COUNT, "core: block of the task it is in, where the device resolves the graph; else, of a device, with a finish, cycles of the kernel, unsigned, 2^32-1 if there were more");
    public static final I64 PROGRESS       = RECORD.i64( 72, "progress",     COUNT, "core: kernels entered in the high half, kernels left in the low half");
    public static final I64 START_TICK     = RECORD.i64( 80, "startTick",    TICKS, "core: start of the kernel it is in or was in last, before progress tells of it; 0 if the core is not recorded");
    public static final I64 END_TICK       = RECORD.i64( 88, "endTick",      TICKS, "core: end of the kernel that returned last, before its finish; 0 if the core is not recorded");
    public static final I64 COMPLETED      = RECORD.i64( 96, "completed",    COUNT, "core: tasks that it completed, where the device resolves the graph; else 0");
    public static final U32 SKIPPED        = RECORD.u32(104, "skipped",      COUNT, "core: those of them that it did not run, because their predicate said no");
    public static final U32 SKIPPED_STAGES = RECORD.u32(108, "skippedStages", COUNT, "core: stages of arguments that it would else have dumped of these");
    public static final I32 AICORE_DONE    = RECORD.i32(128, "aicoreDone",   CODE,  "core: its index plus one, once it has booted");
    public static final I32 PHYSICAL_ID    = RECORD.i32(132, "physicalId",   ID,    "core: number of the core on the device, before aicoreDone");
    public static final I32 CORE_TYPE      = RECORD.i32(136, "coreType",     CODE,  "core: 0 cube core, 1 vector core, before aicoreDone");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(192);

    private CoreRegisterWords() {}
}
