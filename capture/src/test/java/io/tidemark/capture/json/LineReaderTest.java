package io.tidemark.capture.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final int MAX = 1 << 17;

    @Test
    void linesOfAnyLengthComeOutAsTheyWentIn() {
        Seeds.each(40, seed -> {
            Random random = Seeds.random(seed);
            List<String> lines = new ArrayList<>();
            for (int at = 0; at < 30; at++) {
                int length = random.nextInt(random.nextInt(5) == 0 ? 200_000 : 60);
                lines.add("x".repeat(length));
            }
            String text = String.join("\n", lines) + "\n";
            List<String> expected =
                    lines.stream().map(l -> l.length() >= MAX ? "too long" : l).toList();
            assertThat(read(text, random)).isEqualTo(expected);
        });
    }

    @Test
    void theLastLineNeedsNoLineEnd() {
        assertThat(read("a\n\nb", new Random(1))).containsExactly("a", "", "b");
        assertThat(read("", new Random(1))).isEmpty();
    }

    private static List<String> read(String text, Random random) {
        int most = 1 + random.nextInt(5000);
        ByteArrayInputStream stream = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)) {
            @Override
            public synchronized int read(byte[] target, int from, int length) {
                return super.read(target, from, Math.min(length, most));
            }
        };
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(stream, MAX)) {
            long position = 0;
            while (reader.next()) {
                String line = new String(
                        reader.bytes(), reader.begin(), reader.end() - reader.begin(), StandardCharsets.US_ASCII);
                if (!reader.isTooLong()) {
                    assertThat(text.startsWith(line, (int) reader.position())).isTrue();
                }
                assertThat(reader.position()).isGreaterThanOrEqualTo(position);
                position = reader.position();
                lines.add(reader.isTooLong() ? "too long" : line);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return lines;
    }
}
