package io.tidemark.checks.fuzz;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * Gives made-up bytes to a reader as a file, and holds it to its promise: lines, never exceptions.
 */
final class FuzzedFile {
    private static final Path DIRECTORY = directory();

    private FuzzedFile() {}

    static void read(String name, byte[] content, BiConsumer<Path, Findings> reader) {
        Findings findings = new Findings();
        reader.accept(write(name, content), findings);
        for (Finding finding : findings.kept()) {
            String line = finding.toString();
            if (line.isBlank() || line.lines().count() != 1 || line.contains("Exception")) {
                throw new AssertionError("not one plain line: " + line);
            }
        }
    }

    static Path write(String name, byte[] content) {
        try {
            return Files.write(DIRECTORY.resolve(name), content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** In memory where the machine allows it: a fuzzer writes thousands of files a second. */
    private static Path directory() {
        Path memory = Path.of("/dev/shm");
        try {
            Path made = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "tidemark-fuzz")
                    : Files.createTempDirectory("tidemark-fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
            return made;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException left) {
            // what stays behind lies in a directory of its own that names us
        }
    }
}
