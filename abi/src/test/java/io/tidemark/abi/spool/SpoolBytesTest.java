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
    void aPieceOfASpoolStartsWithOneLineAboutItself() {
        RecordBytes record =
                RecordBytes.of(
                        SpoolChunk.LAYOUT,
                        (segment, at) -> {
                            SpoolChunk.MAGIC_WORD.set(segment, at, SpoolChunk.MAGIC);
                            SpoolChunk.CHANNEL.set(segment, at, 1);
                            SpoolChunk.KIND.set(segment, at, SpoolChunk.FREEZE_KIND);
                            SpoolChunk.LANE.set(segment, at, 107);
                            SpoolChunk.SEQUENCE.set(segment, at, 0x01020304);
                            SpoolChunk.RECORDS.set(segment, at, 1024);
                            SpoolChunk.RECORD_BYTES.set(segment, at, 40);
                            SpoolChunk.DROPPED_BEFORE.set(segment, at, 0x21222324);
                            SpoolChunk.FIRST_POSITION.set(segment, at, 0x1112131415161718L);
                            SpoolChunk.ORIGIN.set(segment, at, SpoolChunk.RECOVERED);
                        });
        assertThat(record.hex())
                .isEqualTo(
                        """
                        54 49 44 45 53 50 4f 4c 01 00 ff ff 6b 00 00 00
                        04 03 02 01 00 04 00 00 28 00 00 00 24 23 22 21
                        18 17 16 15 14 13 12 11 01 00 00 00 00 00 00 00
                        """
                                + ZERO
                                + " "
                                + ZERO);
    }

    @Test
    void aFreezeIsAnIntervalAndItsGates() {
        RecordBytes record =
                RecordBytes.of(
                        FreezeRecord.LAYOUT,
                        (segment, at) -> {
                            FreezeRecord.BEGIN_TICK.set(segment, at, 0x0102030405060708L);
                            FreezeRecord.END_TICK.set(segment, at, -2);
                            FreezeRecord.GATES.set(
                                    segment, at, FreezeRecord.READY_GATE | FreezeRecord.FREE_GATE);
                        });
        assertThat(record.hex())
                .isEqualTo(
                        """
                        08 07 06 05 04 03 02 01 fe ff ff ff ff ff ff ff
                        03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00""");
    }
}
