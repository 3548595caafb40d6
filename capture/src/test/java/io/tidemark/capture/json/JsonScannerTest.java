package io.tidemark.capture.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class JsonScannerTest {
    private static final Words NO_WORDS = Words.of();

    @Test
    void rowsOfNumbersReadAsJacksonReadsThem() {
        Seeds.each(
                300,
                seed -> {
                    Random random = Seeds.random(seed);
                    String text = randomRows(random);
                    assertThat(scanRows(text, random)).isEqualTo(jacksonRows(text));
                });
    }

    @Test
    void everyValueReadsAsJacksonReadsIt() {
        Seeds.each(
                300,
                seed -> {
                    Random random = Seeds.random(seed);
                    StringBuilder text = new StringBuilder();
                    randomValue(random, text, 0);
                    String scanned = scanned(text.toString(), random);
                    assertThat(scanned).as(text.toString()).isEqualTo(jackson(text.toString()));
                });
    }

    @Test
    void documentsCutAnywhereEndInDamageNeverInAnotherException() {
        Seeds.each(
                20,
                seed -> {
                    StringBuilder text = new StringBuilder("{\"k\": ");
                    randomValue(Seeds.random(seed), text, 0);
                    text.append('}');
                    byte[] whole = text.toString().getBytes(StandardCharsets.UTF_8);
                    for (int cut = 0; cut < whole.length; cut++) {
                        String part = new String(whole, 0, cut, StandardCharsets.ISO_8859_1);
                        assertThat(catchThrowable(() -> dump(part)))
                                .as(part)
                                .isInstanceOf(JsonDamage.class);
                    }
                });
    }

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
        assertThat(catchThrowable(() -> skip("{\"a\":[1,{\"b\":2]}}")))
                .isInstanceOf(JsonDamage.class);
        assertThat(catchThrowable(() -> skip("[".repeat(100)))).isInstanceOf(JsonDamage.class);
        assertThat(catchThrowable(() -> skip("{\"a\":[\"]\\\"}\",{}]}"))).isNull();
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
            assertThat(nanos.subList(0, 7))
                    .containsExactly(0L, 4120L, -1500L, 12000L, 1000000L, 1L, 123456789123L);
            assertThat(scanner.takeProblem()).contains("out of range: 99999999999999999.123");
        }
    }

    private static String randomRows(Random random) {
        StringBuilder text = new StringBuilder("[");
        int rows = random.nextInt(40);
        for (int row = 0; row < rows; row++) {
            text.append(row == 0 ? "" : ",").append(space(random)).append('[');
            int columns = random.nextInt(8);
            for (int column = 0; column < columns; column++) {
                text.append(column == 0 ? "" : ",").append(space(random));
                long bits = random.nextLong() >> random.nextInt(64);
                text.append(random.nextBoolean() ? Math.abs(bits >> 1) : bits);
                text.append(random.nextInt(5) == 0 ? space(random) : "");
            }
            text.append(']').append(space(random));
        }
        return text.append(']').toString();
    }

    private static List<List<Long>> scanRows(String text, Random random) {
        try (JsonScanner scanner = new JsonScanner(trickle(text, random))) {
            List<List<Long>> rows = new ArrayList<>();
            long[] row = new long[8];
            scanner.beginArray();
            while (scanner.nextElement()) {
                int count = scanner.row(row, -1);
                List<Long> values = new ArrayList<>();
                for (int at = 0; at < count; at++) {
                    values.add(row[at]);
                }
                rows.add(values);
            }
            scanner.expectEnd();
            assertThat(scanner.takeProblem()).isNull();
            return rows;
        } catch (IOException | JsonDamage failure) {
            throw new AssertionError(text, failure);
        }
    }

    private static List<List<Long>> jacksonRows(String text) {
        List<List<Long>> rows = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_ARRAY) {
                List<Long> row = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    row.add(parser.getLongValue());
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static void randomValue(Random random, StringBuilder text, int depth) {
        int kind = random.nextInt(depth > 5 ? 6 : 9);
        switch (kind) {
            case 0 -> text.append(random.nextBoolean());
            case 1 -> text.append("null");
            case 2 -> text.append(random.nextLong());
            case 3 -> text.append(random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15));
            case 4, 5 -> randomString(random, text);
            case 6 -> {
                text.append('[');
                int count = random.nextInt(5);
                for (int at = 0; at < count; at++) {
                    text.append(at == 0 ? "" : ",").append(space(random));
                    randomValue(random, text, depth + 1);
                }
                text.append(space(random)).append(']');
            }
            default -> {
                text.append('{');
                int count = random.nextInt(5);
                for (int at = 0; at < count; at++) {
                    text.append(at == 0 ? "" : ",").append(space(random));
                    randomString(random, text);
                    text.append(space(random)).append(':').append(space(random));
                    randomValue(random, text, depth + 1);
                }
                text.append('}');
            }
        }
    }

    private static void randomString(Random random, StringBuilder text) {
        String[] pieces = {
            "a",
            "word",
            "\\n",
            "\\u00e9",
            "\\\"",
            "\\\\",
            "\u00e9",
            "\u4E2D",
            "\uD83D\uDE80",
            " ",
            "/",
            "\\/",
            "]",
            "{",
            "\\ud83d\\ude80"
        };
        text.append('"');
        int count = random.nextInt(12);
        for (int at = 0; at < count; at++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        text.append('"');
    }

    private static String space(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> " ";
            case 1 -> "\n  ";
            case 2 -> "\t\r\n";
            default -> "";
        };
    }

    private static String scanned(String text, Random random) {
        try (JsonScanner scanner = new JsonScanner(trickle(text, random))) {
            StringBuilder out = new StringBuilder();
            dump(scanner, out);
            scanner.expectEnd();
            return out.toString();
        } catch (IOException | JsonDamage failure) {
            throw new AssertionError(text, failure);
        }
    }

    private static void dump(String text) throws IOException, JsonDamage {
        try (JsonScanner scanner = scanner(text)) {
            dump(scanner, new StringBuilder());
            scanner.expectEnd();
        }
    }

    private static void dump(JsonScanner scanner, StringBuilder out)
            throws IOException, JsonDamage {
        switch (scanner.nextKind()) {
            case '{' -> {
                scanner.beginObject();
                out.append('{');
                while (scanner.nextField(NO_WORDS, 0) != JsonScanner.END) {
                    out.append(scanner.lastText()).append('=');
                    dump(scanner, out);
                }
                out.append('}');
            }
            case '[' -> {
                scanner.beginArray();
                out.append('[');
                while (scanner.nextElement()) {
                    dump(scanner, out);
                }
                out.append(']');
            }
            case '"' -> out.append(scanner.text()).append(';');
            case 't', 'f' -> out.append(scanner.bool()).append(';');
            case 'n' -> {
                scanner.isNull();
                out.append("null;");
            }
            default -> {
                if (scanner.nextIsFraction()) {
                    out.append(scanner.real()).append(';');
                } else {
                    out.append(scanner.integer()).append(';');
                }
            }
        }
    }

    private static String jackson(String text) {
        StringBuilder out = new StringBuilder();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            JsonToken token;
            while ((token = parser.nextToken()) != null) {
                switch (token) {
                    case START_OBJECT -> out.append('{');
                    case END_OBJECT -> out.append('}');
                    case START_ARRAY -> out.append('[');
                    case END_ARRAY -> out.append(']');
                    case PROPERTY_NAME -> out.append(parser.currentName()).append('=');
                    case VALUE_STRING -> out.append(parser.getString()).append(';');
                    case VALUE_NUMBER_FLOAT -> out.append(parser.getDoubleValue()).append(';');
                    default -> out.append(parser.getString()).append(';');
                }
            }
        }
        return out.toString();
    }

    private static void skip(String text) throws IOException, JsonDamage {
        try (JsonScanner scanner = scanner(text)) {
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
        return new JsonScanner(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Gives a few bytes at a time, so that every token crosses the window's end some time. */
    private static InputStream trickle(String text, Random random) {
        int most = 1 + random.nextInt(9);
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] target, int from, int length) {
                return super.read(target, from, Math.min(length, most));
            }
        };
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
