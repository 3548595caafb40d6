package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * One stretch of scheduler work; idle time is the gap between two. Fields are plain, released by
 * the publish word.
 */
public final class SchedPhaseRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("SchedPhaseRecord", 3);

    // spotless:off
    public static final I64 START_TICK      = RECORD.i64( 0, "startTick",      TICKS, "scheduler clock at the start of the phase");
    public static final I64 END_TICK        = RECORD.i64( 8, "endTick",        TICKS, "scheduler clock at its end, never earlier");
    public static final U32 LOOP_ITERATION  = RECORD.u32(16, "loopIteration",  COUNT, "turn of this thread's scheduler loop");
    public static final U32 KIND            = RECORD.u32(20, "kind",           CODE,  "SchedPhaseKind; readers keep unknown codes");
    public static final U32 TASKS_PROCESSED = RECORD.u32(24, "tasksProcessed", COUNT, "what the phase worked through, by kind");
    public static final U32 POP_HIT         = RECORD.u32(28, "popHit",         COUNT, "dispatch only: ready-queue pops that found work since the last one");
    public static final U32 POP_MISS        = RECORD.u32(32, "popMiss",        COUNT, "dispatch only: pops that found nothing");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(40);

    private SchedPhaseRecord() {}
}
