package io.tidemark.recording.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScratchDirectoryTest {
    @Test
    void itIsRemovedWithAllThatIsInIt() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("scratch");
        Files.writeString(Files.createDirectory(scratch.path().resolve("inner")).resolve("a"), "a");
        scratch.close();
        assertThat(scratch.path()).doesNotExist();
    }

    @Test
    void atTheEndOfTheProcessAWriterIsAskedToStopAndWaitedFor() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("scratch");
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> writeUntilAsked(scratch));
        scratch.leave(Long.MAX_VALUE);
        assertThat(scratch.path()).doesNotExist();
        writer.join();
    }

    private static void writeUntilAsked(ScratchDirectory scratch) {
        try (scratch) {
            for (int file = 0; !scratch.isLeaving(); file++) {
                Files.writeString(scratch.path().resolve("file" + file % 8), "written");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void aProcessThatEndsAlreadyGetsNone() throws IOException {
        List<Path> made = new ArrayList<>();
        String prefix = "scratch-" + ProcessHandle.current().pid() + "-late-";
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> ScratchDirectory.create(prefix, hook -> {
                    made.addAll(named(prefix));
                    throw new IllegalStateException("in progress");
                }));
        assertThat(made).hasSize(1);
        assertThat(made.getFirst()).doesNotExist();
    }

    private static List<Path> named(String prefix) {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void whatAWriterLeavesThatDoesNotStopIsRemovedToo() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("scratch");
        Files.writeString(scratch.path().resolve("left"), "left");
        scratch.leave(0);
        assertThat(scratch.path()).doesNotExist();
        scratch.close();
    }
}
