package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The same kernel run seen by its scheduler, or told by a core that does without one. Fields are
 * plain: the lane's publish word releases the whole record.
 */
public final class AicpuTaskRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("AicpuTaskRecord", 2);

    // spotless:off
    public static final I64 DISPATCH_TICK = RECORD.i64( 0, "dispatchTick", TICKS, "scheduler clock at the write of the dispatch register; when the core took the task, if it takes tasks itself");
    public static final I64 FINISH_TICK   = RECORD.i64( 8, "finishTick",   TICKS, "scheduler clock when the finish was observed; when the core had told its consumers, if it does that itself");
    public static final U32 REG_TASK_ID   = RECORD.u32(16, "regTaskId",    ID,    "dispatch token; with the lane's core it joins AicoreTaskRecord");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private AicpuTaskRecord() {}
}
