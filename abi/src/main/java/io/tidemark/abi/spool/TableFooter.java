package io.tidemark.abi.spool;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.OFFSET;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * The last bytes of a finished table file. Before it lie the index (the {@link TableChunk} lines of
 * all chunks once more, in file order) and the ledger of the stream as text, one line per lane. A
 * file without footer belongs to a run that still runs or was killed.
 */
public final class TableFooter {
    /** "TIDEFOOT" in the file, read as a little-endian word. */
    public static final long MAGIC = 0x544F4F4645444954L;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("TableFooter", 132);

    // spotless:off
    public static final I64 MAGIC_WORD    = RECORD.i64( 0, "magic",        CODE,   "TIDEFOOT");
    public static final I64 CHUNKS        = RECORD.i64( 8, "chunks",       COUNT,  "lines of the index");
    public static final I64 RECORDS       = RECORD.i64(16, "records",      COUNT,  "in all chunks");
    public static final I64 INDEX_AT      = RECORD.i64(24, "indexAt",      OFFSET, "first line of the index, right behind the last chunk");
    public static final I64 LEDGER_AT     = RECORD.i64(32, "ledgerAt",     OFFSET, "the ledger, right behind the index");
    public static final U32 LEDGER_BYTES  = RECORD.u32(40, "ledgerBytes",  BYTES,  "UTF-8 text, then zeros up to a multiple of 8");
    public static final U32 INDEX_DIGEST  = RECORD.u32(44, "indexDigest",  CODE,   "CRC-32C from indexAt to the footer");
    public static final U32 HEADER_DIGEST = RECORD.u32(48, "headerDigest", CODE,   "digest of the header");
    public static final U32 KERNELS       = RECORD.u32(52, "kernels",      COUNT,  "one more than the highest function id in the records, 0 if not known");
    public static final U32 DIGEST        = RECORD.u32(60, "digest",       CODE,   "CRC-32C of the bytes of the footer before it");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(64);

    private TableFooter() {}
}
