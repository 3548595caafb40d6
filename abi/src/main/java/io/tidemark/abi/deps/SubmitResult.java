package io.tidemark.abi.deps;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8;

/**
 * What the runtime found for a submit: how many edges to tasks that were not gone, and a digest of
 * them that does not depend on their order. A submit that failed on the way has none.
 */
public final class SubmitResult {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("SubmitResult", 35);

    // spotless:off
    public static final U8  KIND    = RECORD.u8 ( 0, "kind",    CODE,  "SlotKind.RESULT");
    public static final U32 SUBMIT  = RECORD.u32( 4, "submit",  COUNT, "as in the header");
    public static final I64 TASK_ID = RECORD.i64( 8, "taskId",  ID,    "as in the header");
    public static final I64 DIGEST  = RECORD.i64(16, "digest",  ID,    "sum over the edges of a mix of producer, source and argument");
    public static final U32 EDGES   = RECORD.u32(24, "edges",   COUNT, "edges, a producer named twice counted twice");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(SubmitSlot.SIZE_BYTES);

    private SubmitResult() {}
}
