package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong result names the task that wrote it, or the option that would tell. */
class WrongElementTest {
    private static final String FOUND =
            "out[7] is 1.5, golden 0.0, tolerance 0.0; 1 of 16 elements differ; written by task t0 of"
                    + " kernel wrong, argument 0";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "--dep-gen",
        "--dep-gen --runtime=hbg",
        "--dep-gen --platform=a5sim",
        "--dep-gen --isolate",
        "--dep-gen --rounds=3 --profile-round=1",
        "--dump-args"
    })
    void theTaskIsNamed(String options) {
        assertThat(run(options).out()).contains("WRONG RESULT: " + FOUND);
    }

    @ParameterizedTest
    @CsvSource({"--chip-swimlane", "--skip-nothing", "--dep-gen --rounds=3 --profile-round=2"})
    void theOptionThatWouldTellIsNamed(String options) {
        assertThat(run(options.replace("--skip-nothing", "")).out())
                .contains("record this round with --dep-gen to see which task wrote out[7]");
    }

    private Command run(String options) {
        List<String> line = new ArrayList<>(List.of("run", "misbehaving:wrong-result"));
        for (String option : options.split(" ")) {
            if (!option.isEmpty()) {
                line.add(option);
            }
        }
        line.add("--capture=" + directory.resolve("capture"));
        Command command = Command.run(line.toArray(String[]::new));
        assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.FAILED);
        return command;
    }
}
