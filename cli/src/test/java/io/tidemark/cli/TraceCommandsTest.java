package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.lab.generate.CaptureGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * convert, overhead, critical-path and generate as a user calls them: words, files and exit codes.
 */
class TraceCommandsTest {
    private static final String COMPLETE = "COMPLETE (no certificate, judged from contents)";
    private static final long SEED = 3;

    @TempDir
    Path directory;

    private Path capture;
    private String out;
    private String err;

    @BeforeEach
    void makeCapture() throws IOException {
        capture = directory.resolve("capture");
        CaptureGenerator.generate(120, SEED, capture);
    }

    private int tidemark(Object... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        String[] words = new String[arguments.length];
        for (int at = 0; at < words.length; at++) {
            words[at] = arguments[at].toString();
        }
        int exitCode = Tidemark.execute(new PrintWriter(output), new PrintWriter(errors), words);
        out = output.toString();
        err = errors.toString();
        assertThat(err).doesNotContain("Exception").doesNotContain("\tat ");
        return exitCode;
    }

    @Test
    void convertWritesBesideTheRecordsAndSaysTheVerdictFirst() {
        assertThat(tidemark("convert", capture)).isEqualTo(ExitCode.OK);
        assertThat(out).startsWith(COMPLETE).contains("wrote ", "merged_swimlane.json");
        assertThat(capture.resolve("merged_swimlane.json")).isNotEmptyFile();
        assertThat(tidemark("convert", capture, "--format", "pftrace", "--overhead"))
                .isEqualTo(ExitCode.OK);
        assertThat(capture.resolve("merged_swimlane.pftrace")).isNotEmptyFile();
    }

    /** One row stamped with an overflowed counter must not stretch a run over centuries. */
    @Test
    void aRowStampedOutsideTheRunIsAFindingOfEveryReport() throws IOException {
        Path records = capture.resolve("chip_swimlane_records.json");
        Files.writeString(
                records,
                Files.readString(records)
                        .replaceFirst(
                                "(\\[\\d+, \\d+, \\d+, \\d+), \\d+, (\\d+\\])", "$1, " + Long.MAX_VALUE + ", $2"));
        for (String command : new String[] {"summary", "convert", "overhead", "critical-path"}) {
            assertThat(tidemark(command, capture)).as(command).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(out).as(command).startsWith("GAPS").contains("AICore rows set aside");
            assertThat(out).as(command).doesNotContainPattern("makespan:? \\d{5,}");
        }
        assertThat(Files.readString(capture.resolve("merged_swimlane.json"))).doesNotContainPattern("\"ts\": ?\\d{10}");
    }

    @Test
    void familiesThatTheReportLeavesOutAreCounted() throws IOException {
        Path reports = directory.resolve("reports");
        Path large = directory.resolve("large");
        CaptureGenerator.generate(2_000, SEED, large);
        tidemark("critical-path", large, "--out", reports, "--top", "1");
        try (Stream<Path> files = Files.walk(reports)) {
            Path page = files.filter(file -> file.toString().endsWith(".md"))
                    .findFirst()
                    .get();
            assertThat(Files.readString(page)).containsPattern("1 of \\d+ families are shown; --top \\d+ shows all");
        }
    }

    @Test
    void theCriticalPathIsPrintedStepByStepAsFarAsAskedFor() {
        assertThat(tidemark("critical-path", capture)).isEqualTo(ExitCode.OK);
        assertThat(out).containsPattern("# +task +kernel +core +start +duration +waited +for");
        assertThat(tidemark("critical-path", capture, "--steps", "1")).isEqualTo(ExitCode.OK);
        assertThat(out).contains(" steps left out; --steps all prints all");
        assertThat(tidemark("critical-path", capture, "--steps", "all")).isEqualTo(ExitCode.OK);
        assertThat(out).doesNotContain("left out");
        assertThat(tidemark("critical-path", capture, "--steps", "0")).isEqualTo(ExitCode.OK);
        assertThat(out).doesNotContain("waited");
    }

    @Test
    void aDirectoryIsNoFileToWriteAndIsLeftAlone() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThat(tidemark("convert", capture, "-o", empty)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains(empty + " is a directory; name a file in it.");
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void theNameMapThatWasChosenAmongSeveralIsSaidByEveryReport() throws IOException {
        Files.writeString(capture.resolve("name_map_zz.json"), "{\"0\": \"QK\"}");
        for (String command : new String[] {"convert", "overhead", "critical-path", "deps"}) {
            assertThat(tidemark(command, capture)).as(command).isEqualTo(ExitCode.OK);
            assertThat(out).as(command).contains("newest of 2 name maps");
        }
    }

    @Test
    void everyRankBelowADirectoryIsAnalysedAndOneBadRankDoesNotStopTheOthers() throws IOException {
        Path ranks = Files.createDirectory(directory.resolve("ranks"));
        CaptureGenerator.generate(30, SEED, ranks.resolve("rank0"));
        CaptureGenerator.generate(30, SEED + 1, ranks.resolve("rank2"));
        Path bad = Files.createDirectory(ranks.resolve("rank1"));
        Files.writeString(bad.resolve("chip_swimlane_records.json"), "[1, 2]");
        assertThat(tidemark("convert", ranks, "-o", directory.resolve("t.json")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(out).contains("capture: rank0", "capture: rank1", "capture: rank2");
        assertThat(directory.resolve("t-rank0.json")).isNotEmptyFile();
        assertThat(directory.resolve("t-rank2.json")).isNotEmptyFile();
        assertThat(directory.resolve("t-rank1.json")).doesNotExist();
        assertThat(tidemark("overhead", ranks, "--json")).isEqualTo(ExitCode.FAILED);
        assertThat(out).contains("\"error\"", "\"limit\"");
    }

    @Test
    void missingDataEndsWithThree() throws IOException {
        Path records = capture.resolve("chip_swimlane_records.json");
        String text = Files.readString(records);
        Files.writeString(records, text.substring(0, text.length() / 2));
        for (String command : new String[] {"convert", "overhead", "critical-path"}) {
            assertThat(tidemark(command, capture)).as(command).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(out).as(command).startsWith("GAPS");
        }
    }

    @Test
    void wrongUseEndsWithTwoAndOneSentence() {
        assertThat(tidemark("convert", capture, "--compat", "--format", "pftrace"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err).contains("--compat").hasLineCount(1);
        assertThat(tidemark("convert", capture, "--flows-cap", "-1")).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("convert", capture, "--format", "svg")).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("critical-path", capture, "--top", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("critical-path", capture, "--steps", "-1")).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("critical-path", capture, "--steps", "some")).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("generate", "--tasks", "10", "-o", capture)).isEqualTo(ExitCode.USAGE);
        assertThat(tidemark("generate", "--tasks", "0", "-o", directory.resolve("new")))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aCaptureWithoutSwimlaneSaysWhatRecordsOne() throws IOException {
        Files.delete(capture.resolve("chip_swimlane_records.json"));
        for (String command : List.of("convert", "overhead", "critical-path")) {
            assertThat(tidemark(command, capture)).as(command).isEqualTo(ExitCode.FAILED);
            assertThat(err)
                    .contains("holds no swimlane records", "--chip-swimlane")
                    .hasLineCount(1);
        }
    }

    @Test
    void overheadAndCriticalPathPrintTextAndJson() throws IOException {
        assertThat(tidemark("overhead", capture)).isEqualTo(ExitCode.OK);
        assertThat(out).startsWith(COMPLETE).contains("1. ", "2. ", "3. ", "4. ", "5. ", "6. ");
        assertThat(tidemark("overhead", capture, "--compat", "--json")).isEqualTo(ExitCode.OK);
        assertThat(out).startsWith("{").contains("\"back_walk\"", "\"verdict\"");
        assertThat(tidemark("critical-path", capture, "--json")).isEqualTo(ExitCode.OK);
        assertThat(out).startsWith("{").contains("\"stall_us_by_cause\"");
        Path results = directory.resolve("results");
        assertThat(tidemark("critical-path", capture, "--out", results)).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(results.resolve("critical_path_report.md")))
                .contains("### Observed path, task by task");
        assertThat(results.resolve("CPM_static.json")).isNotEmptyFile();
        assertThat(results.resolve("CPM_observed.json")).isNotEmptyFile();
        assertThat(tidemark("critical-path", capture, "--compat")).isEqualTo(ExitCode.OK);
    }

    @Test
    void compatWithoutDependenciesSaysWhatItNeeds() throws IOException {
        Files.delete(capture.resolve("deps.json"));
        assertThat(tidemark("overhead", capture, "--compat")).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("deps.json").hasLineCount(1);
        assertThat(tidemark("overhead", capture)).isEqualTo(ExitCode.OK);
        assertThat(tidemark("convert", capture, "--overhead")).isEqualTo(ExitCode.OK);
        assertThat(err).contains("--overhead needs deps.json");
    }

    @Test
    void generateMakesACaptureThatItsCertificateVouchesFor() {
        Path made = directory.resolve("made");
        assertThat(tidemark("generate", "--tasks", "50", "--seed", "9", "-o", made, "--certificate"))
                .isEqualTo(ExitCode.OK);
        assertThat(out).contains("50 tasks");
        assertThat(tidemark("overhead", made, "--quiet")).isEqualTo(ExitCode.OK);
        assertThat(out).startsWith("COMPLETE\n");
    }
}
