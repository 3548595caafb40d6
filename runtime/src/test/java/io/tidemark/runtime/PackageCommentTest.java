package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the program that the comment of the package shows. */
class PackageCommentTest {
    private static final Path COMMENT = Path.of("src/main/java/io/tidemark/runtime/package-info.java");

    @TempDir
    Path directory;

    @Test
    void theProgramInTheCommentOfThePackageRuns() throws Exception {
        Path source = Files.writeString(directory.resolve("TwiceTwice.java"), program());
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--class-path",
                        System.getProperty("java.class.path"),
                        source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(run.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo("[4.0, 8.0, 12.0, 16.0]");
    }

    private static String program() throws IOException {
        String text = Files.readString(COMMENT);
        return text.substring(text.indexOf("{@code\n") + 7, text.indexOf(" * }</pre>"))
                .lines()
                .map(line -> line.replaceFirst("^ \\* ?", ""))
                .collect(Collectors.joining("\n"));
    }
}
