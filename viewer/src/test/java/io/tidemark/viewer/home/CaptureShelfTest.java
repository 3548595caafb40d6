package io.tidemark.viewer.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.table.TableFile;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the home page says of captures before they are opened. */
class CaptureShelfTest {
    @TempDir
    Path outputs;

    /** Its records may lie in table files alone. */
    @Test
    void aCaptureIsAsLargeAsItsTableFiles() throws IOException {
        Path capture = Files.createDirectory(outputs.resolve("large"));
        GeneratedCapture.in(capture, GeneratorOptions.of(50, 2));
        Path tables = Files.createDirectory(capture.resolve(TableFile.DIRECTORY));
        long bytes = 300L << 20;
        try (RandomAccessFile table =
                new RandomAccessFile(tables.resolve("swimlane.aicore_task.tide").toFile(), "rw")) {
            table.setLength(bytes); // a hole: no disk is needed
        }
        try (CaptureShelf shelf = new CaptureShelf(outputs)) {
            String json = new String(shelf.json(), StandardCharsets.UTF_8);
            assertThat(json).contains("\"name\": \"large\"", "\"state\": \"large\"");
            String shown = json.replaceFirst("(?s).*\"bytes\": (\\d+).*", "$1");
            assertThat(Long.parseLong(shown)).isGreaterThan(bytes);
        }
    }
}
