package io.tidemark.abi.swimlane;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;
import static io.tidemark.abi.layout.Unit.NANOS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * One timed operation, besides submits, of a host that builds a graph. Fields are plain: the
 * publish word releases the whole record.
 */
public final class HostPhaseRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("HostPhaseRecord", 6);

    // spotless:off
    public static final I64 START_NANOS = RECORD.i64( 0, "startNanos", NANOS, "host clock on entry");
    public static final I64 END_NANOS   = RECORD.i64( 8, "endNanos",   NANOS, "host clock on return, never earlier");
    public static final I64 DETAIL      = RECORD.i64(16, "detail",     COUNT, "a task id or an amount, by kind");
    public static final U32 KIND        = RECORD.u32(24, "kind",       CODE,  "HostPhaseKind");
    public static final U32 INDEX       = RECORD.u32(28, "index",      COUNT, "how many operations came before it");
    public static final U32 THREAD_ID   = RECORD.u32(32, "threadId",   ID,    "the process whose orchestrator it was");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(40);

    private HostPhaseRecord() {}
}
