package io.tidemark.capture.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestProcessTest {
    @TempDir
    private Path directory;

    @Test
    void aProcessOfItsOwnFindsTheSameDigests() throws IOException {
        Path one = Files.write(directory.resolve("with space"), new byte[] {1, 2, 3});
        Path empty = Files.write(directory.resolve("empty"), new byte[0]);
        assertThat(DigestProcess.start(List.of(empty, one)))
                .isEqualTo(Map.of(empty, Digests.sha256(empty), one, Digests.sha256(one)));
    }

    /** The caller then reads the files itself and says what is wrong with them. */
    @Test
    void aFileThatCannotBeReadGivesNoAnswer() throws IOException {
        Path one = Files.write(directory.resolve("one"), new byte[] {1, 2, 3});
        assertThat(DigestProcess.start(List.of(one, directory.resolve("gone")))).isEmpty();
    }

    @Test
    void fewBytesAreWorthNoProcess() throws IOException {
        Path one = Files.write(directory.resolve("one"), new byte[] {1, 2, 3});
        assertThat(DigestProcess.of(List.of(one))).isEmpty();
    }
}
