package io.tidemark.abi.spool;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * The line in front of each piece of a spool file: whose records follow, and how many. A spool is
 * nothing but pieces; one cut off at the end of the file was being written when the host died, and
 * counts as never written.
 */
public final class SpoolChunk {
    /** "TIDESPOL" as it stands in the file, read as a little-endian word. */
    public static final long MAGIC = 0x4C4F505345444954L;

    /** {@code kind} of a piece that holds one {@link FreezeRecord} and belongs to no lane. */
    public static final int FREEZE_KIND = 0xFFFF;

    /** {@code origin} of a piece the device handed over. */
    public static final int DELIVERED = 0;

    /** {@code origin} of a piece taken from the region after the run. */
    public static final int RECOVERED = 1;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("SpoolChunk", 111);

    // spotless:off
    public static final I64 MAGIC_WORD     = RECORD.i64( 0, "magic",         CODE,     "TIDESPOL");
    public static final U16 CHANNEL        = RECORD.u16( 8, "channel",       CODE,     "Channel");
    public static final U16 KIND           = RECORD.u16(10, "kind",          CODE,     "buffer kind inside the channel, 65535 for a freeze");
    public static final U32 LANE           = RECORD.u32(12, "lane",          INDEX,    "core or thread index inside the kind");
    public static final U32 SEQUENCE       = RECORD.u32(16, "sequence",      COUNT,    "which buffer of its lane; each comes once");
    public static final U32 RECORDS        = RECORD.u32(20, "records",       COUNT,    "how many follow");
    public static final U32 RECORD_BYTES   = RECORD.u32(24, "recordBytes",   BYTES,    "from one record to the next");
    public static final U32 DROPPED_BEFORE = RECORD.u32(28, "droppedBefore", COUNT,    "records dropped between the buffer before it and this one");
    public static final I64 FIRST_POSITION = RECORD.i64(32, "firstPosition", POSITION, "lane position of the first record");
    public static final U32 ORIGIN         = RECORD.u32(40, "origin",        CODE,     "0 delivered, 1 recovered from the region");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private SpoolChunk() {}
}
