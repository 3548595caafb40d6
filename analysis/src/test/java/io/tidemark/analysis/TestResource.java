package io.tidemark.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Gzipped test inputs beside a test class. */
public final class TestResource {
    private TestResource() {}

    public static byte[] bytes(Class<?> beside, String name) throws IOException {
        try (InputStream stream = beside.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("name=" + name);
            }
            return name.endsWith(".gz") ? new GZIPInputStream(stream).readAllBytes() : stream.readAllBytes();
        }
    }

    public static List<String> lines(Class<?> beside, String name) throws IOException {
        return new String(bytes(beside, name), StandardCharsets.UTF_8).lines().toList();
    }

    /** Writes the unpacked resource to a file and answers it. */
    public static Path file(Class<?> beside, String name, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes(beside, name));
    }
}
