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

    @TempDir
    private Path directory;

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
            EarlyDigests early = EarlyDigests.following(List.of(written));
            byte[] part = new byte[200_000];
            for (int i = 0; i < parts; i++) {
                part[i] = (byte) i;
                Files.write(written, part, StandardOpenOption.APPEND);
            }
            assertThat(early.finish(written)).hasValue(Digests.sha256(written));
            assertThat(early.finish(written)).as("once").isEmpty();
        }
    }

    /**
     * Whoever writes them may fail: the threads must not wait for ever, nor the files stay open.
     */
    @Test
    void filesThatAreFollowedAreLetGoWhenThereIsEnough() throws IOException, InterruptedException {
        Path quiet = file("quiet", 10);
        Path gone = directory.resolve("gone");
        EarlyDigests early = EarlyDigests.following(List.of(quiet, gone));
        assertThat(early.has(quiet)).isTrue();
        assertThat(early.has(gone)).isFalse();
        early.enough();
        for (int look = 0; look < 1_000 && isOpen(quiet); look++) {
            Thread.sleep(5);
        }
        assertThat(isOpen(quiet)).isFalse();
        Files.write(quiet, new byte[20], StandardOpenOption.APPEND);
        assertThat(early.finish(quiet)).hasValue(Digests.sha256(quiet));
        assertThat(early.finish(gone)).isEmpty();
    }

    @Test
    void aFileThatIsGoneIsLeftOutAndTheOthersAreClosedInTheEnd() throws IOException {
        Path large = file("large", LARGE);
        Path gone = directory.resolve("gone");
        EarlyDigests early = EarlyDigests.of(List.of(gone, large)).orElseThrow();
        assertThat(EarlyDigests.of(List.of(gone))).isEmpty();
        assertThat(early.finish(large)).hasValue(Digests.sha256(large));
        assertThat(early.finish(gone)).isEmpty();
        assertThat(isOpen(large)).isFalse();
    }

    /** False as well where the system does not tell. */
    private static boolean isOpen(Path file) throws IOException {
        Path opened = Path.of("/proc/self/fd");
        if (!Files.isDirectory(opened)) {
            return false;
        }
        Path real = file.toRealPath();
        try (Stream<Path> files = Files.list(opened)) {
            return files.map(EarlyDigestsTest::target).anyMatch(real::equals);
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
