package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * One submit or allocation of the orchestrator. Fields are plain: the publish word releases the
 * whole record.
 */
public final class OrchPhaseRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("OrchPhaseRecord", 4);

    // spotless:off
    public static final I64 START_TICK   = RECORD.i64( 0, "startTick",   TICKS, "orchestrator clock on entry; nanoseconds where the host orchestrates");
    public static final I64 END_TICK     = RECORD.i64( 8, "endTick",     TICKS, "orchestrator clock on return, never earlier");
    public static final I64 TASK_ID      = RECORD.i64(16, "taskId",      ID,    "the task that the call made");
    public static final U32 SUBMIT_INDEX = RECORD.u32(24, "submitIndex", COUNT, "how many calls came before it");
    public static final U32 CALL         = RECORD.u32(28, "call",        CODE,  "0 a submit, 1 an allocation");
    // spotless:on

    /** Value of {@link #CALL}. */
    public static final int SUBMIT = 0;

    /** Value of {@link #CALL}. */
    public static final int ALLOCATION = 1;

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private OrchPhaseRecord() {}
}
