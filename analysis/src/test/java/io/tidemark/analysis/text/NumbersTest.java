package io.tidemark.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void fixedPointRoundsTheExactValueAndTiesToEven() {
        assertThat(Numbers.fixed(0.125, 2)).isEqualTo("0.12");
        assertThat(Numbers.fixed(0.375, 2)).isEqualTo("0.38");
        assertThat(Numbers.fixed(1.005, 2)).isEqualTo("1.00"); // 1.00499999...
        assertThat(Numbers.fixed(2.5, 0)).isEqualTo("2");
        assertThat(Numbers.fixed(-0.04, 1)).isEqualTo("-0.0");
        assertThat(Numbers.fixed(1e15, 1)).isEqualTo("1000000000000000.0");
        assertThat(Numbers.fixed(Double.NaN, 1)).isEqualTo("nan");
    }

    @Test
    void theFastPathAgreesWithTheExactOne() {
        Random random = new Random(4);
        for (int round = 0; round < 40_000; round++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(14) - 4);
            int decimals = random.nextInt(5);
            String exact = new BigDecimal(value)
                    .setScale(decimals, RoundingMode.HALF_EVEN)
                    .toString();
            String text = Numbers.fixed(value, decimals);
            assertThat(new BigDecimal(text)).as("%s seed 4", value).isEqualByComparingTo(exact);
        }
    }

    @Test
    void generalFormDropsZerosAndSwitchesToExponents() {
        assertThat(Numbers.general(2.5, 6)).isEqualTo("2.5");
        assertThat(Numbers.general(100000, 6)).isEqualTo("100000");
        assertThat(Numbers.general(1e6, 6)).isEqualTo("1e+06");
        assertThat(Numbers.general(0.0001, 6)).isEqualTo("0.0001");
        assertThat(Numbers.general(0.00001234, 6)).isEqualTo("1.234e-05");
        assertThat(Numbers.general(-0.0, 6)).isEqualTo("-0");
        assertThat(Numbers.general(123456.7, 3)).isEqualTo("1.23e+05");
    }

    @Test
    void theFastGeneralFormAgreesWithTheExactOne() {
        Random random = new Random(5);
        for (int round = 0; round < 60_000; round++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20) - 7);
            double near = Math.nextAfter(Math.pow(10, random.nextInt(14) - 5), value);
            double tie = (random.nextInt(2_000_000) + 0.5) / (1 << random.nextInt(20));
            int digits = 1 + random.nextInt(9);
            for (double one : new double[] {value, (float) value, near, tie}) {
                assertThat(Numbers.general(one, digits))
                        .as("%s to %d digits, seed 5", one, digits)
                        .isEqualTo(Numbers.exactGeneral(one, digits));
            }
        }
    }

    @Test
    void unitsFitTheSizeOfTheNumber() {
        assertThat(Units.nanos(780)).isEqualTo("780 ns");
        assertThat(Units.nanos(12_345)).isEqualTo("12.3 us");
        assertThat(Units.nanos(4_560_000)).isEqualTo("4.56 ms");
        assertThat(Units.nanos(999_700)).as("not 1000 us").isEqualTo("1.00 ms");
        assertThat(Units.micros(10_040_180.5)).isEqualTo("10.0 s");
        assertThat(Units.bytes(1536)).isEqualTo("1.50 KiB");
        assertThat(Units.bytes(1023)).isEqualTo("1023 B");
        assertThat(Units.plural(1, "task")).isEqualTo("1 task");
        assertThat(Numbers.grouped(-1234567)).isEqualTo("-1,234,567");
    }

    @Test
    void columnsAlignAndTextFromFilesCannotMoveTheCursor() {
        TextTable table = new TextTable("name", ">n").row("a\u001b[2Jb\nc", 7).row("long name", 1234);
        assertThat(table.text(1)).isEqualTo("""
                         name          n
                         ---------  ----
                         a\uFFFD[2Jb\uFFFDc      7
                         long name  1234
                        """);
        assertThat(new TextTable("a|b").row("x|<i>").markdown())
                .doesNotContain("<i>")
                .contains("&#124;");
    }

    @Test
    void jsonEscapesWhatAScriptOrAParserWouldStumbleOver() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text, 0);
        json.beginObject().member("a<b", "\"\\\n</script>\u2028é\uD800").member("n", Double.NaN);
        json.endObject().finish();
        assertThat(text.toString())
                .isEqualTo("{\"a\\u003cb\": \"\\\"\\\\\\n\\u003c/script>\\u2028é\\ud800\", \"n\": null}\n");
    }
}
