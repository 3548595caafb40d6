package io.tidemark.capture;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recorded captures that tests read, and small files made on the spot. */
public final class TestCaptures {
    private TestCaptures() {}

    /** Below {@code src/test/resources/captures}. */
    public static Path root() {
        return Path.of("").toAbsolutePath().resolve("src/test/resources/captures");
    }

    public static List<CaptureDirectory> all() throws IOException {
        return CaptureFinder.below(root());
    }

    public static Path file(Path directory, String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
