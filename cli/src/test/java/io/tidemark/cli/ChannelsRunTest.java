package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with scope, deps and pmu on: the files they leave, and what their readers say. */
@Timeout(120)
class ChannelsRunTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"vector, a2a3sim", "vector, a5sim", "paged-attention:varseq4, a2a3sim"})
    void everyChannelTogetherLeavesACompleteCapture(String name, String platform) throws IOException {
        Path capture = run(name, platform, "--chip-swimlane", "--scope-stats", "--dep-gen", "--pmu=4");
        assertThat(capture.resolve("scope_stats/scope_stats.jsonl")).isNotEmptyFile();
        assertThat(capture.resolve("deps.json")).isNotEmptyFile();
        assertThat(Files.readString(capture.resolve("pmu.csv"))).contains("kernel_invocations");
        String certificate = Files.readString(capture.resolve("certificate.json"));
        assertThat(certificate)
                .contains("\"COMPLETE\"", "\"scope\"", "\"deps\"", "\"pmu\"")
                .contains("scope_stats/scope_stats.jsonl", "deps.json", "pmu.csv");
        for (String command : List.of("verify", "scopes", "deps", "pmu", "summary")) {
            Command read = Command.run(command, capture.toString());
            assertThat(read.exitCode()).as("%s: %s", command, read.err()).isZero();
        }
    }

    @Test
    void onlyWhatWasAskedForIsRecorded() throws IOException {
        Path capture = run("vector", "a2a3sim", "--dep-gen");
        assertThat(capture.resolve("deps.json")).exists();
        assertThat(capture.resolve("pmu.csv")).doesNotExist();
        assertThat(capture.resolve("scope_stats")).doesNotExist();
        assertThat(capture.resolve("chip_swimlane_records.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pmu=3", "--pmu=9", "--pmu=many"})
    void anEventGroupThatIsNoneIsAMistakeOfTheCaller(String flag) {
        Command result = Command.run("run", "vector", flag);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("is no event group");
    }

    private Path run(String name, String platform, String... flags) throws IOException {
        Path capture = directory.resolve("capture");
        List<String> arguments =
                new ArrayList<>(List.of("run", name, "--platform", platform, "--capture", capture.toString()));
        arguments.addAll(List.of(flags));
        Command result = Command.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return capture;
    }
}
