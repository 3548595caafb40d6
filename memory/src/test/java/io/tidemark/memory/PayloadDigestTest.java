package io.tidemark.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PayloadDigestTest {
    @Test
    void publishedValuesOfTheAlgorithmComeOut() {
        assertThat(digest("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(digest("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(digest("abc")).isEqualTo(0x44BC2CF5AD770999L);
        assertThat(digest("Nobody inspects the spammish repetition")).isEqualTo(0xFBCEA83C8A378BF1L);
    }

    @Test
    void piecesOfAnyLengthGiveTheDigestOfTheWhole() {
        Seeds.each(20, seed -> {
            Random random = Seeds.random(seed);
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            MemorySegment segment = MemorySegment.ofArray(bytes);
            long whole = new PayloadDigest().update(segment, 0, bytes.length).value();
            PayloadDigest pieces = new PayloadDigest();
            int at = 0;
            while (at < bytes.length) {
                int size = 1 + random.nextInt(Math.min(70, bytes.length - at));
                pieces.update(segment, at, size);
                at += size;
            }
            assertThat(pieces.value()).isEqualTo(whole);
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] ^= 1;
                assertThat(pieces.reset().update(segment, 0, bytes.length).value())
                        .isNotEqualTo(whole);
            }
        });
    }

    private static long digest(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return new PayloadDigest()
                .update(MemorySegment.ofArray(bytes), 0, bytes.length)
                .value();
    }
}
