package io.tidemark.capture.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyDigestsTest {
    private static final int LARGE = 9 << 20;

    @TempDir private Path directory;

    private Path file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(directory.resolve(name), content);
    }

    /** The thread may or may not have seen what is appended: it counts once. */
    @Test
    void aFileThatGrewAndMovedHasTheDigestOfAllItsBytes() throws IOException {
        Path growing = file("growing", LARGE);
        Path other = file("other", LARGE + 1);
        EarlyDigests early = EarlyDigests.of(List.of(growing, other)).orElseThrow();
        for (int part = 0; part < 50; part++) {
            Files.write(growing, new byte[] {1, 2, (byte) part}, StandardOpenOption.APPEND);
        }
        Files.createDirectories(directory.resolve("tables"));
        Path moved = Files.move(growing, directory.resolve("tables/growing"));
        assertThat(early.finish(moved)).hasValue(Digests.sha256(moved));
        assertThat(EarlyDigests.finish(List.of(early), other)).hasValue(Digests.sha256(other));
    }

    /** The thread reads behind the writer; wherever it is, no byte counts twice or not at all. */
    @Test
    void aFileThatIsFollowedHasTheDigestOfAllItsBytes() throws IOException {
        for (int parts : new int[] {0, 1, 40}) {
            Path written = file("written" + parts, 0);
            EarlyDigests early = EarlyDigests.following(written).orElseThrow();
            byte[] part = new byte[200_000];
            for (int i = 0; i < parts; i++) {
                part[i] = (byte) i;
                Files.write(written, part, StandardOpenOption.APPEND);
            }
            assertThat(early.finish(written)).hasValue(Digests.sha256(written));
            assertThat(early.finish(written)).as("once").isEmpty();
        }
        assertThat(EarlyDigests.following(directory.resolve("gone"))).isEmpty();
    }

    @Test
    void aFileThatIsGoneIsLeftOutAndTheOthersAreClosedInTheEnd() throws IOException {
        Path large = file("large", LARGE);
        Path gone = directory.resolve("gone");
        EarlyDigests early = EarlyDigests.of(List.of(gone, large)).orElseThrow();
        assertThat(EarlyDigests.of(List.of(gone))).isEmpty();
        assertThat(early.finish(large)).hasValue(Digests.sha256(large));
        assertThat(early.finish(gone)).isEmpty();
        Path opened = Path.of("/proc/self/fd");
        if (Files.isDirectory(opened)) {
            try (Stream<Path> files = Files.list(opened)) {
                assertThat(files.map(EarlyDigestsTest::target)).doesNotContain(large.toRealPath());
            }
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException closed) { // the list itself
            return link;
        }
    }

    @Test
    void aFileThatWasNotBegunIsNotKnown() throws IOException {
        Path large = file("large", LARGE);
        Path small = file("small", 100);
        EarlyDigests early = EarlyDigests.of(List.of(large, small)).orElseThrow();
        assertThat(early.finish(small)).isEmpty();
        assertThat(EarlyDigests.of(List.of(small))).isEmpty();
    }
}
