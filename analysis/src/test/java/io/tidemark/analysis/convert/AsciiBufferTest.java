package io.tidemark.analysis.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.convert.encode.AsciiBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AsciiBufferTest {
    private final AsciiBuffer buffer = new AsciiBuffer(4);

    private String text() {
        return new String(buffer.bytes(), 0, buffer.size(), StandardCharsets.US_ASCII);
    }

    @Test
    void everyDoubleReadsBackAsItself() {
        long seed = 7_2026;
        Random random = new Random(seed);
        for (int round = 0; round < 200_000; round++) {
            double value =
                    switch (round % 4) {
                        case 0 -> random.nextInt(1 << 30) * 0.02;
                        case 1 -> random.nextInt() / 1000.0;
                        case 2 -> Double.longBitsToDouble(random.nextLong());
                        default -> random.nextGaussian();
                    };
            if (!Double.isFinite(value)) {
                continue;
            }
            buffer.clear();
            buffer.putExact(value);
            assertThat(Double.parseDouble(text()))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(value);
        }
    }

    @Test
    void numbersAreWrittenAsPeopleWriteThem() {
        buffer.put(0).put(' ').put(-17).put(' ').put(Long.MIN_VALUE).put(' ').put(Long.MAX_VALUE);
        buffer.put(' ').putUnsigned(-1).put(' ').putNanoseconds(12_340).put(' ');
        buffer.putNanoseconds(-5)
                .put(' ')
                .putNanoseconds(7000)
                .put(' ')
                .putTask(7)
                .put(' ');
        buffer.putNanoseconds(Long.MIN_VALUE).put(' ');
        buffer.putTask(2L << 32 | 9).put(' ').putExact(12.0).put(' ').putExact(-0.0);
        assertThat(text())
                .isEqualTo("0 -17 -9223372036854775808 9223372036854775807 18446744073709551615 12.34"
                        + " -0.005 7 t7 -9223372036854775.807 r2t9 12.0 -0.0");
    }
}
