package io.tidemark.abi.spool;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.HERTZ;
import static io.tidemark.abi.layout.Unit.OFFSET;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;

/**
 * The first bytes of a table file. The schema follows as text, one line per column, so that a
 * reader finds a column by its name and needs no other declaration. Zeros fill the header up to
 * {@code chunksAt}; from there on the file is chunks, and behind the last one a footer.
 */
public final class TableHeader {
    /** "TIDETABL" in the file, read as a little-endian word. */
    public static final long MAGIC = 0x4C42415445444954L;

    /** Version of everything in the file that is not a record. */
    public static final int VERSION = 1;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("TableHeader", 130);

    // spotless:off
    public static final I64 MAGIC_WORD   = RECORD.i64( 0, "magic",        CODE,   "TIDETABL");
    public static final U32 VERSION_WORD = RECORD.u32( 8, "version",      CODE,   "of header, chunks and footer");
    public static final U32 ABI_VERSION  = RECORD.u32(12, "abiVersion",   CODE,   "AbiVersion of the records");
    public static final U16 CHANNEL      = RECORD.u16(16, "channel",      CODE,   "Channel");
    public static final U16 KIND         = RECORD.u16(18, "kind",         CODE,   "buffer kind inside the channel, 65535 for freezes");
    public static final U32 LAYOUT_ID    = RECORD.u32(20, "layoutId",     CODE,   "RecordLayout of the records");
    public static final U32 RECORD_BYTES = RECORD.u32(24, "recordBytes",  BYTES,  "from one record to the next");
    public static final U32 SCHEMA_BYTES = RECORD.u32(28, "schemaBytes",  BYTES,  "UTF-8 text behind this record");
    public static final I64 CHUNKS_AT    = RECORD.i64(32, "chunksAt",     OFFSET, "first chunk");
    public static final I64 CLOCK_HZ     = RECORD.i64(40, "clockHz",      HERTZ,  "ticks per second of the device clock, 0 if unknown");
    public static final U32 DIGEST       = RECORD.u32(48, "digest",       CODE,   "CRC-32C of all other bytes before chunksAt");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private TableHeader() {}
}
