package io.tidemark.abi.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class SpoolBytesTest {
    private static final String ZERO = "00 00 00 00 00 00 00 00";

    @Test
    void aTableFileStartsWithItsHeader() {
        RecordBytes record = RecordBytes.of(TableHeader.LAYOUT, (segment, at) -> {
            TableHeader.MAGIC_WORD.set(segment, at, TableHeader.MAGIC);
            TableHeader.VERSION_WORD.set(segment, at, 0x01020304);
            TableHeader.ABI_VERSION.set(segment, at, 0x11121314);
            TableHeader.CHANNEL.set(segment, at, 0x2122);
            TableHeader.KIND.set(segment, at, 0x3132);
            TableHeader.LAYOUT_ID.set(segment, at, 0x41424344);
            TableHeader.RECORD_BYTES.set(segment, at, 0x51525354);
            TableHeader.SCHEMA_BYTES.set(segment, at, 0x61626364);
            TableHeader.CHUNKS_AT.set(segment, at, 0x1112131415161718L);
            TableHeader.CLOCK_HZ.set(segment, at, 0x2122232425262728L);
            TableHeader.DIGEST.set(segment, at, 0x71727374);
        });
        assertThat(record.hex()).isEqualTo("""
                        54 49 44 45 54 41 42 4c 04 03 02 01 14 13 12 11
                        22 21 32 31 44 43 42 41 54 53 52 51 64 63 62 61
                        18 17 16 15 14 13 12 11 28 27 26 25 24 23 22 21
                        74 73 72 71 00 00 00 00\s""" + ZERO);
    }

    @Test
    void aChunkStartsWithOneLineAboutItself() {
        RecordBytes record = RecordBytes.of(TableChunk.LAYOUT, (segment, at) -> {
            TableChunk.MAGIC_WORD.set(segment, at, TableChunk.MAGIC);
            TableChunk.LINE_DIGEST.set(segment, at, 0x01020304);
            TableChunk.AT.set(segment, at, 0x1112131415161718L);
            TableChunk.LANE.set(segment, at, 107);
            TableChunk.SEQUENCE.set(segment, at, 0x21222324);
            TableChunk.RECORDS.set(segment, at, 1024);
            TableChunk.DROPPED_BEFORE.set(segment, at, 0x31323334);
            TableChunk.FIRST_POSITION.set(segment, at, 0x2122232425262728L);
            TableChunk.BEGIN_TICK.set(segment, at, 0x3132333435363738L);
            TableChunk.END_TICK.set(segment, at, -2);
            TableChunk.RECORDS_DIGEST.set(segment, at, 0x41424344);
            TableChunk.ORIGIN.set(segment, at, TableChunk.RECOVERED);
        });
        assertThat(record.hex()).isEqualTo("""
                        54 4d 43 4b 04 03 02 01 18 17 16 15 14 13 12 11
                        6b 00 00 00 24 23 22 21 00 04 00 00 34 33 32 31
                        28 27 26 25 24 23 22 21 38 37 36 35 34 33 32 31
                        fe ff ff ff ff ff ff ff 44 43 42 41 01 00 00 00""");
    }

    @Test
    void aFinishedTableFileEndsWithItsFooter() {
        RecordBytes record = RecordBytes.of(TableFooter.LAYOUT, (segment, at) -> {
            TableFooter.MAGIC_WORD.set(segment, at, TableFooter.MAGIC);
            TableFooter.CHUNKS.set(segment, at, 0x1112131415161718L);
            TableFooter.RECORDS.set(segment, at, 0x2122232425262728L);
            TableFooter.INDEX_AT.set(segment, at, 0x3132333435363738L);
            TableFooter.LEDGER_AT.set(segment, at, 0x4142434445464748L);
            TableFooter.LEDGER_BYTES.set(segment, at, 0x51525354);
            TableFooter.INDEX_DIGEST.set(segment, at, 0x61626364);
            TableFooter.HEADER_DIGEST.set(segment, at, 0x71727374);
            TableFooter.DIGEST.set(segment, at, 0x01020304);
        });
        assertThat(record.hex()).isEqualTo("""
                        54 49 44 45 46 4f 4f 54 18 17 16 15 14 13 12 11
                        28 27 26 25 24 23 22 21 38 37 36 35 34 33 32 31
                        48 47 46 45 44 43 42 41 54 53 52 51 64 63 62 61
                        74 73 72 71 00 00 00 00 00 00 00 00 04 03 02 01""");
    }

    @Test
    void aFreezeIsAnIntervalAndItsGates() {
        RecordBytes record = RecordBytes.of(FreezeRecord.LAYOUT, (segment, at) -> {
            FreezeRecord.BEGIN_TICK.set(segment, at, 0x0102030405060708L);
            FreezeRecord.END_TICK.set(segment, at, -2);
            FreezeRecord.GATES.set(segment, at, FreezeRecord.READY_GATE | FreezeRecord.FREE_GATE);
        });
        assertThat(record.hex()).isEqualTo("""
                        08 07 06 05 04 03 02 01 fe ff ff ff ff ff ff ff
                        03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""");
    }
}
