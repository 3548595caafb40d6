package io.tidemark.capture.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The scanner against Jackson on random documents, fed a few bytes at a time. */
class JsonScannerModelTest {
    @Test
    void rowsOfNumbersReadAsJacksonReadsThem() {
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            String text = randomRows(random);
            assertThat(scanRows(text, random)).isEqualTo(jacksonRows(text));
        });
    }

    @Test
    void everyValueReadsAsJacksonReadsIt() {
        Seeds.each(300, seed -> {
            Random random = Seeds.random(seed);
            StringBuilder text = new StringBuilder();
            randomValue(random, text, 0);
            String scanned = scanned(text.toString(), random);
            assertThat(scanned).as(text.toString()).isEqualTo(jackson(text.toString()));
        });
    }

    @Test
    void documentsCutAnywhereEndInDamageNeverInAnotherException() {
        Seeds.each(20, seed -> {
            StringBuilder text = new StringBuilder("{\"k\": ");
            randomValue(Seeds.random(seed), text, 0);
            text.append('}');
            byte[] whole = text.toString().getBytes(StandardCharsets.UTF_8);
            for (int cut = 0; cut < whole.length; cut++) {
                String part = new String(whole, 0, cut, StandardCharsets.ISO_8859_1);
                assertThat(catchThrowable(() -> scanWhole(part))).as(part).isInstanceOf(JsonDamage.class);
            }
        });
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
                int count = scanner.row(row, JsonScanner.SIGNED);
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
            String dump = JsonDump.of(scanner);
            scanner.expectEnd();
            return dump;
        } catch (IOException | JsonDamage failure) {
            throw new AssertionError(text, failure);
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
                    case VALUE_NUMBER_FLOAT ->
                        out.append(parser.getDoubleValue()).append(';');
                    default -> out.append(parser.getString()).append(';');
                }
            }
        }
        return out.toString();
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

    private static void scanWhole(String text) throws IOException, JsonDamage {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try (JsonScanner scanner = new JsonScanner(new ByteArrayInputStream(bytes))) {
            JsonDump.of(scanner);
            scanner.expectEnd();
        }
    }
}
