package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that throws: the run says so whatever the exception does, and so does its row. */
class FailedKernelTest {
    @TempDir
    private Path directory;

    /** An exception is user code, too: each of its methods throws. */
    @ParameterizedTest
    @CsvSource({
        "mute-kernel, KERNEL_FAILED",
        "mute-graph, EXPLICIT_ORCH_FATAL",
        "mute-golden, the case's golden threw",
        "mute-build, its build() threw"
    })
    void anExceptionThatDoesNotAnswerIsNamedByItsClass(String variant, String failure) {
        for (List<String> way : List.of(List.<String>of(), List.of("--isolate"), List.of("--runtime=hbg"))) {
            List<String> command = new java.util.ArrayList<>();
            command.addAll(List.of("run", "misbehaving:" + variant, "--debug"));
            command.add("--output=" + directory);
            command.addAll(way);
            Command run = Command.run(command.toArray(String[]::new));
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out() + run.err())
                    .as(command.toString())
                    .contains(failure, "MuteException")
                    .doesNotContain("should not");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--isolate", "--runtime=hbg", "--chip-swimlane=1"})
    void theRowOfAKernelThatThrewSaysSo(String option) throws IOException {
        Path capture = directory.resolve("capture");
        Command run = Command.run(
                "run",
                "misbehaving:kernel-throws",
                option.startsWith("--chip") ? option : "--chip-swimlane",
                option.startsWith("--chip") || option.isEmpty() ? "--dep-gen" : option,
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.FAILED);
        Path file = capture.resolve(SwimlaneWriter.FILE_NAME);
        SwimlaneTable table = read(file);
        AicoreRows rows = table.aicore();
        assertThat(rows.size()).isOne();
        assertThat(rows.isFailed(0)).isTrue();
        assertThat(Command.run("summary", capture.toString()).out())
                .contains("1 core record (1 of a kernel that threw, task t0 on core ");
        Path trace = directory.resolve("trace.json");
        Command.run("convert", capture.toString(), "-o", trace.toString());
        assertThat(trace).content().contains("\"kernel_threw\":true");
        Command.run("convert", "--compat", capture.toString(), "-o", trace.toString());
        assertThat(trace).content().doesNotContain("kernel_threw");
        Path page = directory.resolve("page");
        Command.run("view", capture.toString(), "--out", page.toString());
        assertThat(Command.run("verify", capture.toString()).out()).contains("\nCOMPLETE\n");
        Path copy = directory.resolve("copy.json");
        SwimlaneWriter.write(copy, table);
        assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    }

    /** A run in which no kernel threw is written as before. */
    @Test
    void aRunWithoutFailureHasNoListOfThem() throws IOException {
        Path capture = directory.resolve("capture");
        Command.run("run", "vector", "--chip-swimlane", "--capture=" + capture);
        Path file = capture.resolve(SwimlaneWriter.FILE_NAME);
        assertThat(file).content().doesNotContain("failed_runs");
        AicoreRows rows = read(file).aicore();
        assertThat(IntStream.range(0, rows.size()).filter(rows::isFailed)).isEmpty();
        assertThat(Command.run("summary", capture.toString()).out()).doesNotContain("threw");
    }

    private static SwimlaneTable read(Path file) {
        Findings findings = new Findings();
        SwimlaneTable table = SwimlaneReader.read(file, findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        return table;
    }
}
