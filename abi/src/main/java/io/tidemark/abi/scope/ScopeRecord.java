package io.tidemark.abi.scope;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.POSITION;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/**
 * The scope's ring as it stood when the scope began or ended. A start is the reclaim side, an end
 * the allocation side; both only increase, so that their difference is what was in use. Fields are
 * plain: the publish word releases the whole record.
 */
public final class ScopeRecord {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("ScopeRecord", 20);

    // spotless:off
    public static final I64 TICK           = RECORD.i64( 0, "tick",          TICKS,    "orchestrator clock of the sample");
    public static final I64 TASK_START     = RECORD.i64( 8, "taskStart",     POSITION, "oldest task of the ring that is not reclaimed");
    public static final I64 TASK_END       = RECORD.i64(16, "taskEnd",       POSITION, "next task of the ring");
    public static final I64 HEAP_START     = RECORD.i64(24, "heapStart",     BYTES,    "bytes ever taken back, gaps before a wrap included");
    public static final I64 HEAP_END       = RECORD.i64(32, "heapEnd",       BYTES,    "bytes ever handed out, gaps before a wrap included");
    public static final I64 DEP_POOL_START = RECORD.i64(40, "depPoolStart",  POSITION, "dependency nodes ever taken back");
    public static final I64 DEP_POOL_END   = RECORD.i64(48, "depPoolEnd",    POSITION, "dependency nodes ever handed out");
    public static final U32 TENSOR_MAP     = RECORD.u32(56, "tensorMap",     COUNT,    "entries of the tensor map in use, all rings");
    public static final U32 SITE           = RECORD.u32(60, "site",          INDEX,    "ScopeSiteRecord of the opening call, 0 if unknown");
    public static final U16 DEPTH          = RECORD.u16(64, "depth",         COUNT,    "scopes around it; the root scope has 0");
    public static final U8  RING           = RECORD.u8 (66, "ring",          INDEX,    "ring that the scope's tasks use");
    public static final U8  PHASE          = RECORD.u8 (67, "phase",         CODE,     "ScopePhase");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(72);

    private ScopeRecord() {}
}
