package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * Something that happened to one task at one moment. It has the whole task id, which a phase has no
 * room for.
 */
public final class MarkerRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("MarkerRecord", 5);

    // spotless:off
    public static final I64 TICK           = RECORD.i64( 0, "tick",          TICKS, "scheduler clock at the moment");
    public static final I64 TASK_ID        = RECORD.i64( 8, "taskId",        ID,    "the whole task id");
    public static final U32 KIND           = RECORD.u32(16, "kind",          CODE,  "SchedPhaseKind of placement MARKER; readers keep unknown codes");
    public static final U32 LOOP_ITERATION = RECORD.u32(20, "loopIteration", COUNT, "turn of this thread's scheduler loop");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private MarkerRecord() {}
}
