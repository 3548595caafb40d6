package io.tidemark.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cli.Tidemark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that is full: what a command prints is lost, and the command says so. */
class StandardOutputTest {
    @ParameterizedTest
    @CsvSource({"list,1", "version,1", "no-such-command,2"})
    void outputThatCannotBeWrittenIsAFailureInOneSentence(String command, int exitCode)
            throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tidemark.class.getName(),
                        command))
                .redirectOutput(full.toFile())
                .start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(exitCode);
        if (exitCode == ExitCode.FAILED) {
            assertThat(said)
                    .isEqualTo("tidemark: the output could not be written (No space left on device) and is not whole."
                            + System.lineSeparator());
        }
    }
}
