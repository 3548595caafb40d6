package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A report on a run that did not end well says so before anything else. */
@Timeout(180)
class EndingReportsTest {
    private static final String CIRCLE =
            "Nothing can run, because each of these waits for the next: r1t20 step -> r1t21 step ->" + " r1t20 step.";
    private static final String HUNG = "run HUNG with SCHEDULER_TIMEOUT (100), S4: " + CIRCLE;

    @TempDir
    static Path directory;

    private static Path hung;

    @BeforeAll
    static void hang() {
        hung = directory.resolve("hung");
        Command run = Command.run(
                "run",
                "hang:deps",
                "--at=20",
                "--scheduler-timeout-ms=2000",
                "--chip-swimlane",
                "--dump-args=2",
                "--scope-stats",
                "--dep-gen",
                "--pmu",
                "--capture=" + hung);
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.FAILED);
    }

    /** Nothing is missing in its records: a report on them is a good one, and exits 0. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "summary",
                "critical-path",
                "overhead",
                "convert",
                "deps",
                "deps --races",
                "scopes",
                "dump",
                "pmu",
                "verify",
                "doctor"
            })
    void everyReportSaysFirstThatTheRunHung(String command) {
        Command report = on(hung, command);
        assertThat(report.out().lines().limit(2)).containsExactly(HUNG, "COMPLETE");
        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "critical-path", "overhead", "deps", "scopes", "dump", "pmu", "verify"})
    void jsonHasTheEndingOfEachCapture(String command) {
        Command report = on(hung, command + " --json");
        assertThat(report.out().replaceAll("\\s+", " "))
                .contains("\"ending\": { \"kind\": \"hang\", \"code\": 100, \"name\":"
                        + " \"SCHEDULER_TIMEOUT\", \"hang_class\": \"S4\", \"sentence\": \""
                        + CIRCLE
                        + "\", \"open_runs\": [] }");
    }

    /** Why a channel is not there may be that the run did not end well. */
    @ParameterizedTest
    @ValueSource(strings = {"scopes", "dump", "pmu", "pmu --json"})
    void aReportThatCannotBeGivenSaysItToo(String command) throws IOException {
        Path bare = copyOf(hung, "without " + command);
        for (String file :
                List.of("deps.json", "pmu.csv", "scope_stats/scope_stats.jsonl", "args_dump/args_dump.json")) {
            Files.delete(bare.resolve(file));
        }
        for (String channel : List.of("deps", "pmu", "scope", "args")) {
            Files.delete(bare.resolve("tables/" + channel + ".head.json"));
        }
        Command report = on(bare, command);
        assertThat(report.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(report.err()).startsWith(HUNG + "\ntidemark: ").contains(" holds no ");
    }

    /** What leaves the program as a file carries it too. */
    @Test
    void filesThatReportsWriteSayIt() throws IOException {
        on(hung, "convert -o " + directory.resolve("trace.json"));
        on(hung, "critical-path --out " + directory.resolve("paths"));
        assertThat(directory.resolve("trace.json")).content().contains("\"ending\":\"run HUNG");
        assertThat(directory.resolve("paths/critical_path_report.md"))
                .content()
                .contains("run HUNG with SCHEDULER_TIM");
        assertThat(on(hung, "summary --md").out()).contains("**run HUNG with SCHEDULER_TIMEOUT");
        Command view = Command.run("view", hung.toString(), "--out", directory + "/site");
        assertThat(view.out()).startsWith("hung: " + HUNG + "\nhung: COMPLETE\n");
    }

    /** The scopes were all closed when it hung. */
    @Test
    void theSummaryInventsNoOpenScope() {
        assertThat(on(hung, "summary").out())
                .doesNotContain("while a scope was open")
                .contains("1. The run HUNG");
    }

    /** Without a certificate what the capture contains is asked, one file after the other. */
    @Test
    void aCaptureWithoutCertificateIsJudgedFromWhatItContains() throws IOException {
        Path foreign = copyOf(hung, "foreign");
        Files.delete(foreign.resolve("certificate.json"));
        assertThat(on(foreign, "summary").out()).startsWith(HUNG);
        Files.delete(foreign.resolve("hang.json"));
        assertThat(on(foreign, "summary").out())
                .startsWith("run FAILED with SCHEDULER_TIMEOUT (100): no task made progress");
        Files.delete(foreign.resolve("run.json"));
        assertThat(on(foreign, "summary").out())
                .startsWith("run FAILED: its scope statistics say that it latched a fatal error.");
        Files.delete(foreign.resolve("scope_stats/scope_stats.jsonl"));
        Files.delete(foreign.resolve("tables/scope.head.json"));
        assertThat(on(foreign, "summary").out()).doesNotContain("FAILED", "HUNG");
        assertThat(on(foreign, "summary --json").out()).contains("\"kind\": \"unknown\"");
    }

    @ParameterizedTest
    @CsvSource({
        "fatal:args, run FAILED with INVALID_ARGS (5): ",
        "hang:scope --at=20, run FAILED with SCOPE_DEADLOCK (1): The orchestrator waits for task"
    })
    void aRunThatFailedSaysWithWhat(String name, String line) {
        Path capture = directory.resolve(name.replaceAll("[^a-z]", ""));
        words("run " + name + " --chip-swimlane --scope-stats", "--capture=" + capture);
        assertThat(on(capture, "verify").out()).startsWith(line);
        assertThat(on(capture, "verify").out().lines().findFirst().orElseThrow())
                .doesNotContain("(5): INVALID_ARGS");
    }

    private static Command on(Path capture, String command) {
        return words(command, capture.toString());
    }

    private static Command words(String command, String last) {
        return Command.run(
                Stream.concat(Stream.of(command.split(" ")), Stream.of(last)).toArray(String[]::new));
    }

    private static Path copyOf(Path capture, String name) throws IOException {
        Path copy = directory.resolve(name);
        try (Stream<Path> files = Files.walk(capture)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(capture.relativize(file).toString()));
            }
        }
        return copy;
    }
}
