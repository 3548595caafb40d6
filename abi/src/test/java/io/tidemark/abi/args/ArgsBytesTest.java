package io.tidemark.abi.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.RecordBytes;
import org.junit.jupiter.api.Test;

/**
 * Pins bytes, not code. Red here means: undo it, or raise AbiVersion and add a line to
 * docs/abi/history.md.
 */
class ArgsBytesTest {
    @Test
    void anArgumentIsThreeCacheLines() {
        RecordBytes record = RecordBytes.of(ArgumentRecord.LAYOUT, (segment, at) -> {
            ArgumentRecord.TASK_ID.set(segment, at, 0x0000000100000002L);
            ArgumentRecord.ROLE.set(segment, at, 2);
            ArgumentRecord.STAGE.set(segment, at, 1);
            ArgumentRecord.RANK.set(segment, at, 8);
            ArgumentRecord.KIND.set(segment, at, 1);
            ArgumentRecord.ARGUMENT_INDEX.set(segment, at, 0x11121314);
            ArgumentRecord.DTYPE.set(segment, at, 0x80);
            ArgumentRecord.FLAG_BITS.set(segment, at, 0x7F);
            ArgumentRecord.FUNCTIONS.set(segment, at, 3);
            ArgumentRecord.FUNCTION_0.set(segment, at, 0x2122);
            ArgumentRecord.FUNCTION_1.set(segment, at, 0x2324);
            ArgumentRecord.FUNCTION_2.set(segment, at, 0xFFFF);
            ArgumentRecord.BLOCK_INDEX.set(segment, at, 0x25262728);
            ArgumentRecord.PAYLOAD_AT.set(segment, at, 0x3132333435363738L);
            ArgumentRecord.PAYLOAD_BYTES.set(segment, at, 0x4142434445464748L);
            ArgumentRecord.DIGEST.set(segment, at, 0x5152535455565758L);
            ArgumentRecord.SCALAR_BITS.set(segment, at, -2);
            ArgumentRecord.START_OFFSET.set(segment, at, 0x6162636465666768L);
            ArgumentRecord.WHOLE_BYTES.set(segment, at, 0x7172737475767778L);
            ArgumentRecord.BASE_ADDRESS.set(segment, at, 0x8182838485868788L);
            ArgumentRecord.OWNER.set(segment, at, 0x0000000300000004L);
            for (int axis = 0; axis < 8; axis++) {
                ArgumentRecord.SHAPE.set(segment, at, axis, 0xF0000000L + axis);
                ArgumentRecord.STRIDES.set(segment, at, axis, 0x0900L + axis);
            }
            assertThat(ArgumentRecord.SHAPE.get(segment, at, 7)).isEqualTo(0xF0000007L); // unsigned on the way out
        });
        assertThat(record.hex()).isEqualTo("""
                        02 00 00 00 01 00 00 00 02 01 08 01 14 13 12 11
                        80 7f 03 00 22 21 24 23 ff ff 00 00 28 27 26 25
                        38 37 36 35 34 33 32 31 48 47 46 45 44 43 42 41
                        58 57 56 55 54 53 52 51 fe ff ff ff ff ff ff ff
                        00 00 00 f0 01 00 00 f0 02 00 00 f0 03 00 00 f0
                        04 00 00 f0 05 00 00 f0 06 00 00 f0 07 00 00 f0
                        68 67 66 65 64 63 62 61 78 77 76 75 74 73 72 71
                        88 87 86 85 84 83 82 81 04 00 00 00 03 00 00 00
                        00 09 00 00 00 00 00 00 01 09 00 00 00 00 00 00
                        02 09 00 00 00 00 00 00 03 09 00 00 00 00 00 00
                        04 09 00 00 00 00 00 00 05 09 00 00 00 00 00 00
                        06 09 00 00 00 00 00 00 07 09 00 00 00 00 00 00""");
    }

    @Test
    void thePatternOfEachLaneIsItsOwnAndFarFromZero() {
        for (int lane = 0; lane < 8; lane++) {
            int zeros = 0;
            for (int index = 0; index < TestPattern.SIZE_BYTES; index++) {
                zeros += TestPattern.at(lane, index) == 0 ? 1 : 0;
            }
            assertThat(zeros).isLessThanOrEqualTo(1);
            assertThat(TestPattern.at(lane, 0)).isNotEqualTo(TestPattern.at(lane + 1, 0));
        }
        assertThat(TestPattern.at(0, 0)).isEqualTo((byte) 0xA5);
        assertThat(TestPattern.at(1, 2)).isEqualTo((byte) (0xA5 + 0x1F + 2 * 0x9D));
    }
}
