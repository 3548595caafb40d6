package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * How far a run was when it was last looked at, for a recovery after the run died. Written every
 * few milliseconds by the thread that drives the device half, {@code lookTick} last. One {@link
 * CoreBoard} per core follows it.
 */
public final class RunBoard {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("RunBoard", 114);

    // spotless:off
    public static final I64 LOOK_TICK          = RECORD.i64( 0, "lookTick",          TICKS, "device clock of the last look, 0 before the first");
    public static final I64 START_TICK         = RECORD.i64( 8, "startTick",         TICKS, "device clock of the first look");
    public static final I64 SUBMITTED_TASKS    = RECORD.i64(16, "submittedTasks",    COUNT, "submitted by then");
    public static final I64 COMPLETED_TASKS    = RECORD.i64(24, "completedTasks",    COUNT, "finished by then");
    public static final U32 READY_TASKS        = RECORD.u32(32, "readyTasks",        COUNT, "ready and not dispatched");
    public static final U32 ORCHESTRATION_DONE = RECORD.u32(36, "orchestrationDone", CODE,  "1 if the orchestration function had returned");
    public static final U32 WAIT_RESOURCE      = RECORD.u32(40, "waitResource",      CODE,  "what the orchestrator waited for, 0 for nothing");
    public static final I32 WAIT_RING          = RECORD.i32(44, "waitRing",          INDEX, "whose resource it is, -1 if none");
    public static final I64 WAIT_TASK_ID       = RECORD.i64(48, "waitTaskId",        ID,    "whose result it is, -1 if none");
    public static final U32 OPEN_SCOPES        = RECORD.u32(56, "openScopes",        COUNT, "scopes inside the root scope that were open");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private RunBoard() {}
}
