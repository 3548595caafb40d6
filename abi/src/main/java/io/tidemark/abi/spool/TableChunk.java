package io.tidemark.abi.spool;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.OFFSET;
import static io.tidemark.abi.layout.Unit.POSITION;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The line in front of each chunk of a table file: whose records follow, how many, and between
 * which stamps they lie. A chunk holds the records of one buffer of one lane. A chunk that is cut
 * off at the end of the file was being written when the host died, and counts as never written.
 */
public final class TableChunk {
    /** "TMCK" in the file, read as a little-endian word. */
    public static final int MAGIC = 0x4B434D54;

    /** {@code origin} of a chunk the device handed over. */
    public static final int DELIVERED = 0;

    /** {@code origin} of a chunk taken from the region after the run. */
    public static final int RECOVERED = 1;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("TableChunk", 131);

    // spotless:off
    public static final U32 MAGIC_WORD     = RECORD.u32( 0, "magic",         CODE,     "TMCK");
    public static final U32 LINE_DIGEST    = RECORD.u32( 4, "lineDigest",    CODE,     "CRC-32C of the fields from at to the end of this line");
    public static final I64 AT             = RECORD.i64( 8, "at",            OFFSET,   "where this line lies in the file");
    public static final U32 LANE           = RECORD.u32(16, "lane",          INDEX,    "core or thread index inside the stream");
    public static final U32 SEQUENCE       = RECORD.u32(20, "sequence",      COUNT,    "which buffer of its lane; each comes once");
    public static final U32 RECORDS        = RECORD.u32(24, "records",       COUNT,    "how many follow, each of the size that the header says");
    public static final U32 DROPPED_BEFORE = RECORD.u32(28, "droppedBefore", COUNT,    "records dropped between the buffer before it and this one");
    public static final I64 FIRST_POSITION = RECORD.i64(32, "firstPosition", POSITION, "lane position of the first record");
    public static final I64 BEGIN_TICK     = RECORD.i64(40, "beginTick",     TICKS,    "no record has an earlier stamp; 0 where records have none");
    public static final I64 END_TICK       = RECORD.i64(48, "endTick",       TICKS,    "no record has a later stamp; 0 where records have none");
    public static final U32 RECORDS_DIGEST = RECORD.u32(56, "recordsDigest", CODE,     "CRC-32C of the records");
    public static final U32 ORIGIN         = RECORD.u32(60, "origin",        CODE,     "0 delivered, 1 recovered from the region");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private TableChunk() {}
}
