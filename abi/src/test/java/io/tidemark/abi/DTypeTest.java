package io.tidemark.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DTypeTest {
    @ParameterizedTest
    @CsvSource({
        "0,FLOAT32,4", "1,FLOAT16,2", "2,INT32,4", "3,INT16,2", "4,INT8,1",
        "5,UINT8,1", "6,BFLOAT16,2", "7,INT64,8", "8,UINT64,8", "9,UINT16,2",
        "10,UINT32,4", "11,BOOL,1", "12,FP8E4M3FN,1", "13,FP8E8M0,1", "14,FP4E2M1,1"
    })
    void codesNamesAndSizesAreThePublishedOnes(int code, String name, int bytes) {
        DType type = DType.ofCode(code);
        assertThat(type.name()).isEqualTo(name);
        assertThat(type.code()).isEqualTo(code);
        assertThat(type.bytes()).isEqualTo(bytes);
        assertThat(DType.ofName(name.toLowerCase(java.util.Locale.ROOT))).isSameAs(type);
    }

    @Test
    void anUnassignedCodeOrNameIsUnknownAndHasNoBytes() {
        assertThat(DType.ofCode(15)).isSameAs(DType.UNKNOWN);
        assertThat(DType.ofCode(-1)).isSameAs(DType.UNKNOWN);
        assertThat(DType.ofName("complex64")).isSameAs(DType.UNKNOWN);
        assertThat(DType.UNKNOWN.bytesFor(100)).isZero();
        assertThat(DType.FP4E2M1.bytesFor(5)).isEqualTo(3);
        assertThat(DType.INT16.bytesFor(5)).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT32, 3F800000, 1",
        "FLOAT16, 3C00, 1",
        "FLOAT16, FBFF, -65504",
        "FLOAT16, 0001, 5.9604644775390625e-8",
        "FLOAT16, 7C00, Infinity",
        "BFLOAT16, 3F80, 1",
        "BFLOAT16, C2F7, -123.5",
        "FP8E4M3FN, 7E, 448",
        "FP8E4M3FN, 01, 0.001953125",
        "FP8E4M3FN, B8, -1",
        "FP8E4M3FN, 7F, NaN",
        "FP8E8M0, 7F, 1",
        "FP8E8M0, 80, 2",
        "FP8E8M0, FF, NaN",
        "FP4E2M1, 1, 0.5",
        "FP4E2M1, 7, 6",
        "FP4E2M1, E, -4",
        "INT8, 80, -128",
        "UINT8, 80, 128",
        "INT16, FFFF, -1",
        "UINT16, FFFF, 65535",
        "INT32, FFFFFFFF, -1",
        "UINT32, FFFFFFFF, 4294967295",
        "INT64, FFFFFFFFFFFFFFFF, -1",
        "UINT64, FFFFFFFFFFFFFFFF, 18446744073709551616",
        "BOOL, 01, 1",
        "BOOL, 00, 0"
    })
    void knownBitPatternsHaveTheirKnownValues(DType type, String hexadecimal, double value) {
        long raw = Long.parseUnsignedLong(hexadecimal, 16);
        assertThat(type.toDouble(raw)).isEqualTo(Double.valueOf(value)); // boxed: NaN equals itself
        assertThat(type.fromDouble(value)).isEqualTo(raw);
    }

    @Test
    void everyPatternOfTheSmallTypesSurvivesTheWayThere() {
        for (DType type : DType.values()) {
            for (long raw = 0; type.bits() <= 16 && raw < 1L << type.bits(); raw++) {
                if (type == DType.BOOL && raw > 1) {
                    break;
                }
                double value = type.toDouble(raw);
                if (Double.isNaN(value)) {
                    assertThat(type.toDouble(type.fromDouble(value)))
                            .as(type + " NaN")
                            .isNaN();
                } else {
                    assertThat(type.fromDouble(value)).as(type + " " + value).isEqualTo(raw);
                    assertThat(type.fromFloat((float) value))
                            .as(type + " " + value)
                            .isEqualTo(raw);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FLOAT16,15", "BFLOAT16,15", "FP8E4M3FN,7", "FP4E2M1,3"})
    void betweenTwoNeighboursTheNearerWinsAndATieGoesToTheEven(DType type, int magnitudeBits) {
        for (long raw = 0; raw < (1L << magnitudeBits) - 1; raw++) {
            double low = type.toDouble(raw);
            double high = type.toDouble(raw + 1);
            if (!Double.isFinite(high)) {
                continue;
            }
            double middle = (low + high) / 2; // exact: neighbours differ by one unit of few bits
            assertThat(type.fromDouble(middle)).as("tie after " + low).isEqualTo(raw + (raw & 1));
            assertThat(type.fromDouble(Math.nextDown(middle)))
                    .as("below tie after " + low)
                    .isEqualTo(raw);
            assertThat(type.fromDouble(Math.nextUp(middle)))
                    .as("above tie after " + low)
                    .isEqualTo(raw + 1);
            assertThat(type.fromDouble(-middle)).isEqualTo(raw + (raw & 1) | 1L << magnitudeBits);
        }
    }

    @Test
    void whatIsTooLargeSaturatesWhereThereIsNoInfinity() {
        assertThat(DType.FP8E4M3FN.fromDouble(1e9)).isEqualTo(0x7E);
        assertThat(DType.FP8E4M3FN.fromDouble(Double.NEGATIVE_INFINITY)).isEqualTo(0xFE);
        assertThat(DType.FP4E2M1.fromDouble(-1e9)).isEqualTo(0xF);
        assertThat(DType.FP8E8M0.fromDouble(1e300)).isEqualTo(0xFE);
        assertThat(DType.FP8E8M0.fromDouble(-1)).isEqualTo(0xFF);
        assertThat(DType.FLOAT16.fromDouble(65520)).isEqualTo(0x7C00); // rounds up to infinity
        assertThat(DType.INT8.fromDouble(1e9)).isEqualTo(0x7F);
        assertThat(DType.UINT16.fromDouble(-3)).isZero();
        assertThat(DType.UINT64.fromDouble(1e30)).isEqualTo(-1L);
    }

    @Test
    void floatToBfloat16AgreesWithExactRounding() {
        long seed = 20_260_611L;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Float.isNaN(value)) {
                assertThat(DType.BFLOAT16.toFloat(DType.BFLOAT16.fromFloat(value)))
                        .isNaN();
                continue;
            }
            long down = (Float.floatToRawIntBits(value) >>> 16) & 0xFFFF;
            double low = DType.BFLOAT16.toDouble(down);
            double high = (down & 0x7FFF) == 0x7F7F ? Math.copySign(0x1p128, value) : DType.BFLOAT16.toDouble(down + 1);
            double below = Math.abs(value - low);
            double above = Math.abs(high - value);
            long nearest = below < above || (below == above && (down & 1) == 0) || low == value ? down : down + 1;
            assertThat(DType.BFLOAT16.fromFloat(value))
                    .as("seed=%d value=%s", seed, value)
                    .isEqualTo(nearest);
        }
    }

    @Test
    void aDoubleScalarKeepsItsValueInTheLowFourBytes() {
        long raw = DType.FLOAT32.fromDouble(0.125);
        assertThat(raw >>> 32).isZero();
        assertThat(Float.intBitsToFloat((int) raw)).isEqualTo(0.125f);
    }
}
