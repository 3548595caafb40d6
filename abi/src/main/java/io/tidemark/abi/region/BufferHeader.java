package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The line in front of a buffer's records: whose records these are. Device half only. Taking a
 * buffer writes sequence 0, then the rest, then releases the new sequence; so a buffer with a
 * sequence describes itself correctly whenever the writer dies. An open buffer holds the records
 * of its lane from {@code firstPosition} up to the publish word.
 */
public final class BufferHeader {
    /** {@code sealedRecords} of a buffer that is still being filled. */
    public static final long OPEN = 0xFFFF_FFFFL;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("BufferHeader", 108);

    // spotless:off
    public static final U32 SEQUENCE       = RECORD.u32( 0, "sequence",      COUNT,    "which buffer of its lane this is, 0 if it holds nothing");
    public static final U32 SEALED_RECORDS = RECORD.u32( 4, "sealedRecords", COUNT,    "records it holds, 2^32-1 while it is open");
    public static final I64 FIRST_POSITION = RECORD.i64( 8, "firstPosition", POSITION, "lane position of its first record");
    public static final U32 LANE           = RECORD.u32(16, "lane",          INDEX,    "core or thread index inside the kind");
    public static final U32 KIND           = RECORD.u32(20, "kind",          CODE,     "buffer kind inside the channel");
    public static final U32 DROPPED_BEFORE = RECORD.u32(24, "droppedBefore", COUNT,    "records dropped between the buffer before it and this one");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64); // records start on a line of their own

    private BufferHeader() {}
}
