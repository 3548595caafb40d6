package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.INDEX;

import io.tidemark.abi.layout.I32;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * How the device says that it failed, readable after its death, also when it was killed before it
 * could say more. Written once, by the thread that drives the device half. Everything else is
 * written before {@code reported} is released, so a reader that acquires it sees the rest.
 */
public final class RunStatus {
    /** Its offset in every region: after the header record, before the facts. */
    public static final long AT = 256;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("RunStatus", 101);

    // spotless:off
    public static final I32 ORCHESTRATOR_ERROR = RECORD.i32( 0, "orchestratorError", CODE,  "ErrorCode of the orchestrator, 0 if it had none");
    public static final I32 SCHEDULER_ERROR    = RECORD.i32( 4, "schedulerError",    CODE,  "ErrorCode of a scheduler, 0 if none had one");
    public static final U32 STALL_DETAIL       = RECORD.u32(12, "stallDetail",       CODE,  "StallDetail, 0 when the run did not stand still");
    public static final I64 STUCK_TASK_ID      = RECORD.i64(16, "stuckTaskId",       ID,    "the task to look at first, -1 if none");
    public static final I32 STUCK_CORE         = RECORD.i32(24, "stuckCore",         INDEX, "the core it sits on, -1 if none");
    public static final U32 ORCHESTRATION_DONE = RECORD.u32(28, "orchestrationDone", CODE,  "1 if the orchestration function had returned");
    public static final I64 COMPLETED_TASKS    = RECORD.i64(32, "completedTasks",    COUNT, "finished when the stall was seen");
    public static final I64 SUBMITTED_TASKS    = RECORD.i64(40, "submittedTasks",    COUNT, "submitted when the stall was seen");
    public static final U32 RUNNING_TASKS      = RECORD.u32(48, "runningTasks",      COUNT, "on cores");
    public static final U32 READY_TASKS        = RECORD.u32(52, "readyTasks",        COUNT, "ready and not dispatched");
    public static final U32 WAITING_TASKS      = RECORD.u32(56, "waitingTasks",      COUNT, "with unfinished producers");
    public static final U32 REPORTED           = RECORD.u32(60, "reported",          CODE,  "1 when the rest is there, released last");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private RunStatus() {}
}
