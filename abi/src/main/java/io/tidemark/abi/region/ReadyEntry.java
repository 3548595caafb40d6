package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.OFFSET;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/** One full buffer handed to the host. Plain fields, released by the queue's tail. */
public final class ReadyEntry {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("ReadyEntry", 107);

    // spotless:off
    public static final U32 LANE      = RECORD.u32( 0, "lane",     INDEX,    "core or thread index inside the kind");
    public static final U32 KIND      = RECORD.u32( 4, "kind",     CODE,     "buffer kind; the host routes on it alone");
    public static final I64 BUFFER_AT = RECORD.i64( 8, "bufferAt", OFFSET,   "BufferHeader of the buffer, never 0");
    public static final U32 SEQUENCE  = RECORD.u32(16, "sequence", COUNT,    "up by one per lane; a hole is a loss");
    public static final U32 RECORDS   = RECORD.u32(20, "records",  COUNT,    "committed records in the buffer");
    public static final I64 POSITION_STAMP = RECORD.i64(24, "positionStamp", POSITION, "queue position plus one; another value means a torn copy");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(32);

    private ReadyEntry() {}
}
