package io.tidemark.viewer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageScriptTest {
    @TempDir
    Path directory;

    @Test
    void aBuildKeepsTheScriptInAFile() throws IOException {
        Path file = directory.resolve("page.js");
        PageScript.main(new String[] {file.toString()});
        byte[] joined = PageScript.made("");
        assertThat(Files.readAllBytes(file)).isEqualTo(joined);
        assertThat(joined).asString(StandardCharsets.UTF_8).contains("modules[\"app/main.js\"]");
        Files.writeString(file, "kept");
        assertThat(PageScript.made(file.toString())).asString().isEqualTo("kept");
        Files.delete(file);
        assertThat(PageScript.made(file.toString())).as("a file that is gone").isEqualTo(joined);
    }
}
