package io.tidemark.abi.scope;

import static io.tidemark.abi.layout.Unit.BYTES;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.INDEX;
import static io.tidemark.abi.layout.Unit.TEXT;

import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U16;
import io.tidemark.abi.layout.U32;
import io.tidemark.abi.layout.U8Array;

/**
 * A place in the user's source that opens scopes. Written once, before the first sample that names
 * it, so that samples carry a number and a reader after death still knows the place.
 */
public final class ScopeSiteRecord {
    /** Number of the site of scopes whose opening call is not known. */
    public static final int UNKNOWN = 0;

    /** Longer file names are cut. */
    public static final int MAX_FILE_BYTES = 112;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("ScopeSiteRecord", 21);

    // spotless:off
    public static final U32     SITE       = RECORD.u32( 0, "site",                      INDEX, "number of the site, from 1");
    public static final U32     LINE       = RECORD.u32( 4, "line",                      COUNT, "line of the call, 0 if the class has none");
    public static final U16     FILE_BYTES = RECORD.u16( 8, "fileBytes",                 BYTES, "how much of file counts");
    public static final U8Array FILE       = RECORD.u8s(16, "file",      MAX_FILE_BYTES, TEXT,  "source file without directories, UTF-8");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128);

    private ScopeSiteRecord() {}
}
