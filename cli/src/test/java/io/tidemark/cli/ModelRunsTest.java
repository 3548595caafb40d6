package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers of models with every channel on: right, complete, and no two tasks without an order. */
@Timeout(120)
class ModelRunsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "decoder:small, a2a3sim, tmr",
        "decoder:small, a5sim, tmr",
        "decoder:small, a2a3sim, hbg",
        "moe:small, a2a3sim, tmr",
        "moe:small, a5sim, tmr",
        "moe:small, a5sim, hbg",
        "paged-attention:spmd-mix, a2a3sim, tmr",
        "paged-attention:spmd-mix, a2a3sim, hbg"
    })
    void everyChannelIsCompleteAndNoAccessRaces(String name, String platform, String runtime) {
        String capture = directory.resolve("capture").toString();
        Command run = Command.run(
                "run",
                name,
                "--platform=" + platform,
                "--runtime=" + runtime,
                "--chip-swimlane",
                "--dump-args",
                "--scope-stats",
                "--dep-gen",
                "--pmu",
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("verified: ", "COMPLETE");
        assertThat(Command.run("verify", capture).exitCode()).isEqualTo(ExitCode.OK);
        Command races = Command.run("deps", "--races", capture);
        assertThat(races.out()).contains("races: 0 pairs");
    }
}
