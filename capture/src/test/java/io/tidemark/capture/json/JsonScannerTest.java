package io.tidemark.capture.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonScannerTest {

    @Test
    void textThatIsNoJsonIsDamageWithItsPosition() {
        assertDamage("[1,]", 3, "nothing behind it");
        assertDamage("[1 2]", 3, "expected ','");
        assertDamage("{\"a\" 1}", 5, "expected ':'");
        assertDamage("{a:1}", 1, "expected a field name");
        assertDamage("[01]", 1, "malformed number");
        assertDamage("[1.]", 1, "malformed number");
        assertDamage("[\"\u0001\"]", 2, "control character");
        assertDamage("[\"\\x\"]", 1, "unknown escape");
        assertDamage("[\"\\u12g4\"]", 1, "malformed \\u escape");
        assertDamage("[nul]", 1, "unknown word");
        assertDamage("[1] 2", 4, "more text");
        assertDamage("[}", 1, "unexpected '}'");
        assertDamage("{\"a\":[1}}", 7, "expected ',' or ']'");
        assertDamage("", 0, "ends");
        assertDamage("[\"\u00C3\"]", 1, "not valid UTF-8");
        assertDamage("[".repeat(100), JsonScanner.MAX_DEPTH, "nested deeper");
    }

    @Test
    void bracketsInSkippedValuesMustMatch() {
        assertThat(catchThrowable(() -> skip("{\"a\":[1,{\"b\":2]}}"))).isInstanceOf(JsonDamage.class);
        assertThat(catchThrowable(() -> skip("[".repeat(100)))).isInstanceOf(JsonDamage.class);
        assertThat(catchThrowable(() -> skip("{\"a\":[\"]\\\"}\",{}]}"))).isNull();
    }

    /** Bytes near the borders of UTF-8, in any order; windows end anywhere inside them. */
    @Test
    void skippedStringsAreUtf8ExactlyWhenTheyDecode() {
        int[] telling = {
            'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0,
            0xF1, 0xF4, 0xF5, 0xFF
        };
        Seeds.each(4_000, seed -> {
            Random random = Seeds.random(seed);
            byte[] text = new byte[1 + random.nextInt(5)];
            for (int at = 0; at < text.length; at++) {
                text[at] = (byte) telling[random.nextInt(telling.length)];
            }
            String latin = new String(text, StandardCharsets.ISO_8859_1);
            boolean decodes =
                    catchThrowable(() -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text))) == null;
            String json = "{\"a\":\"" + latin + "\"}";
            assertThat(catchThrowable(() -> skip(json)) == null)
                    .as(Arrays.toString(text))
                    .isEqualTo(decodes);
            Throwable met = catchThrowable(() -> skip(dripping(json)));
            assertThat(met == null).as(Arrays.toString(text)).isEqualTo(decodes);
        });
    }

    @Test
    void wrongTypesAndRangesAreProblemsNotDamage() throws Exception {
        assertProblem("\"x\"", "expected a whole number, found a string");
        assertProblem("1.5", "expected a whole number, found 1.5");
        assertProblem("NaN", "found NaN or Infinity");
        assertProblem("-Infinity", "malformed");
        assertProblem("null", "found null");
        assertProblem("{\"a\":1}", "found an object");
        assertProblem("18446744073709551615", "out of range");
        assertProblem("-9223372036854775809", "out of range");
        assertProblem("9".repeat(70), "longer than");
        assertProblem("\"-\"", "found a string");
    }

    private static void assertProblem(String value, String reason) throws Exception {
        try (JsonScanner scanner = scanner("[" + value + ",7]")) {
            scanner.beginArray();
            scanner.nextElement();
            if (reason.equals("malformed")) {
                assertThat(catchThrowable(scanner::integer)).isInstanceOf(JsonDamage.class);
                return;
            }
            assertThat(scanner.integer()).isZero();
            assertThat(scanner.takeProblem()).contains(reason);
            assertThat(scanner.nextElement()).isTrue();
            assertThat(scanner.integer()).isEqualTo(7);
            assertThat(scanner.takeProblem()).isNull();
        }
    }

    @Test
    void idsAreReadFromNumbersAndStringsUpToTheirLastBit() throws Exception {
        String text = "[\"18446744073709551615\", 18446744073709551615, -1, \"12\", 3.0]";
        try (JsonScanner scanner = scanner(text)) {
            scanner.beginArray();
            List<Long> ids = new ArrayList<>();
            while (scanner.nextElement()) {
                ids.add(scanner.unsigned());
            }
            assertThat(ids).containsExactly(-1L, -1L, -1L, 12L, 3L);
            assertThat(scanner.takeProblem()).isNull();
        }
    }

    @Test
    void aStringOfHalfAGigabyteCostsNoMemory() throws Exception {
        long size = 1L << 29;
        try (JsonScanner scanner = new JsonScanner(new LongString(size))) {
            assertThat(scanner.text()).isEmpty();
            assertThat(scanner.takeProblem()).contains("longer than");
            scanner.expectEnd();
        }
    }

    @Test
    void microsecondsBecomeNanoseconds() throws Exception {
        String text = "[0.000, 4.120, -1.5, 12, 1e3, 0.0005, 123456789.123, 99999999999999999.123]";
        try (JsonScanner scanner = scanner(text)) {
            scanner.beginArray();
            List<Long> nanos = new ArrayList<>();
            while (scanner.nextElement()) {
                nanos.add(scanner.thousandths());
            }
            assertThat(nanos.subList(0, 7)).containsExactly(0L, 4120L, -1500L, 12000L, 1000000L, 1L, 123456789123L);
            assertThat(scanner.takeProblem()).contains("out of range: 99999999999999999.123");
        }
    }

    private static void dump(String text) throws IOException, JsonDamage {
        try (JsonScanner scanner = scanner(text)) {
            JsonDump.of(scanner);
            scanner.expectEnd();
        }
    }

    @Test
    void aByteOrderMarkBeforeTheTextIsNoPartOfIt() throws IOException, JsonDamage {
        String mark = "\u00EF\u00BB\u00BF";
        dump(mark + "{\"a\": [1]}");
        skip(dripping(mark + " [1]"));
        assertDamage("[1, " + mark + "2]", 4, "unexpected byte 0xef");
        assertDamage(mark.substring(0, 2), 0, "unexpected byte 0xef");
        assertDamage(mark, 3, "the text ends at once");
    }

    private static void skip(String text) throws IOException, JsonDamage {
        skip(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** The same text, one byte for each time it is asked. */
    private static InputStream dripping(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)) {
            @Override
            public synchronized int read(byte[] target, int from, int length) {
                return super.read(target, from, Math.min(1, length));
            }
        };
    }

    private static void skip(InputStream text) throws IOException, JsonDamage {
        try (JsonScanner scanner = new JsonScanner(text)) {
            scanner.skipValue();
            scanner.expectEnd();
        }
    }

    private static void assertDamage(String text, long position, String reason) {
        Throwable thrown = catchThrowable(() -> dump(text));
        assertThat(thrown).as(text).isInstanceOf(JsonDamage.class).hasMessageContaining(reason);
        assertThat(((JsonDamage) thrown).position()).as(text).isEqualTo(position);
        assertThat(thrown.getStackTrace()).isEmpty();
    }

    /** Latin-1 on purpose: a test may hold bytes that are no UTF-8. */
    private static JsonScanner scanner(String text) {
        return new JsonScanner(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** One string of a given size. */
    private static final class LongString extends InputStream {
        private long left;
        private boolean opened;
        private boolean closed;

        LongString(long size) {
            this.left = size;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] target, int from, int length) {
            if (!opened) {
                opened = true;
                target[from] = '"';
                return 1;
            }
            if (left == 0) {
                if (closed) {
                    return -1;
                }
                closed = true;
                target[from] = '"';
                return 1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(target, from, from + count, (byte) 'x');
            left -= count;
            return count;
        }
    }
}
