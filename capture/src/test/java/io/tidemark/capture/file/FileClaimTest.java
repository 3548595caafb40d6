package io.tidemark.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileClaimTest {
    @TempDir
    Path directory;

    @Test
    void aFileIsClaimedOnceUntilTheClaimIsClosed() throws IOException {
        Path file = directory.resolve("lock");
        assertThat(FileClaim.isTaken(file)).isFalse();
        try (FileClaim _ = FileClaim.take(file).orElseThrow()) {
            assertThat(FileClaim.take(file)).isEmpty();
            assertThat(FileClaim.isTaken(file)).isTrue();
            assertThat(heldByAProcess(file)).as("to ask does not give it up").isTrue();
        }
        assertThat(FileClaim.isTaken(file)).isFalse();
        FileClaim.take(file).orElseThrow().close();
    }

    @Test
    void aFileThatWasMadeAnewIsAnother() throws IOException {
        Path file = directory.resolve("lock");
        try (FileClaim _ = FileClaim.take(file).orElseThrow()) {
            Files.move(file, directory.resolve("before"));
            Files.createFile(file);
            assertThat(FileClaim.isTaken(file)).isFalse();
        }
    }

    private static boolean heldByAProcess(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream().anyMatch(line -> line.contains(inode));
    }
}
