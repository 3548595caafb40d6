package io.tidemark.abi.region;

import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.POSITION;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;

/**
 * State of a ring of fixed-size slots with one writer and one reader. The slots follow this record.
 */
public final class RingHeader {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("RingHeader", 110);

    // spotless:off
    public static final I64 TAIL    = RECORD.i64( 0, "tail",    POSITION, "slots ever published, by the writer, released after the slot");
    public static final I64 DROPPED = RECORD.i64( 8, "dropped", COUNT,    "claims refused because the ring was full, by the writer");
    public static final I64 HEAD    = RECORD.i64(64, "head",    POSITION, "slots ever consumed, by the reader, once per batch");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(128); // two writers, two lines

    private RingHeader() {}
}
