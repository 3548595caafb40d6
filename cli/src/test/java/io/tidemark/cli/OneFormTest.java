package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of a capture are what is read; the files for other tools say the same. */
class OneFormTest {
    private static final String RECORDS = "chip_swimlane_records.json";

    /** What follows from the tables; each copy has one of the two forms, and the rest. */
    private static final List<String> EXPORTS =
            List.of(RECORDS, "deps.json", "scope_stats/scope_stats.jsonl", "pmu.csv", "args_dump/args_dump.json");

    private static final List<String> QUESTIONS = List.of(
            "summary CAPTURE",
            "summary --json CAPTURE",
            "critical-path CAPTURE",
            "critical-path --compat CAPTURE",
            "overhead CAPTURE",
            "overhead --compat CAPTURE",
            "deps CAPTURE",
            "deps --json CAPTURE",
            "deps --dot CAPTURE",
            "deps --races --json CAPTURE",
            "scopes CAPTURE",
            "scopes --json CAPTURE",
            "dump CAPTURE",
            "dump --json CAPTURE",
            "pmu CAPTURE",
            "pmu --json CAPTURE",
            "convert -q -o FILE CAPTURE",
            "convert -q --compat -o FILE CAPTURE");

    @TempDir
    private Path directory;

    private Path run(String words) {
        Path capture = directory.resolve("capture");
        Command run = Command.run((words + " --export=always --capture " + capture).split(" "));
        assertThat(run.exitCode()).as(run.err()).isLessThanOrEqualTo(1);
        return capture;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run bgemm --chip-swimlane --dep-gen --scope-stats --pmu=4 --dump-args",
                "run mixed:small --runtime hbg --chip-swimlane --dep-gen --pmu --dump-args=3",
                "run decoder:small --time virtual --chip-swimlane=3 --dep-gen --scope-stats --dump-args=1",
                "run control:predicate-false -p a5sim --chip-swimlane --dep-gen --scope-stats --pmu",
                "run decoder:small --hang-at 10 --chip-swimlane --dep-gen --scope-stats --dump-args --op-timeout-ms 600"
                        + " --scheduler-timeout-ms 300"
            })
    void everyCommandAnswersTheSameFromEitherForm(String words) throws IOException {
        Path capture = run(words);
        Path tables = copy(capture, Files.createDirectories(directory.resolve("of-tables/it")));
        Path text = copy(capture, Files.createDirectories(directory.resolve("of-text/it")));
        for (String export : EXPORTS) {
            Files.deleteIfExists(tables.resolve(export));
        }
        try (Stream<Path> files = Files.list(text.resolve("tables"))) {
            for (Path table : files.toList()) {
                Files.delete(table);
            }
        }
        for (String question : QUESTIONS) {
            assertThat(answer(question, tables)).as(question).isEqualTo(answer(question, text));
        }
    }

    /** Without the certificate, which has the digests of both forms. */
    private static Path copy(Path capture, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(capture)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(capture.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Files.delete(copy.resolve("certificate.json"));
        return copy;
    }

    private String answer(String question, Path capture) throws IOException {
        Path written = directory.resolve("written");
        Files.deleteIfExists(written);
        Command asked = Command.run(question.replace("CAPTURE", capture.toString())
                .replace("FILE", written.toString())
                .split(" "));
        String file = Files.exists(written) ? Files.readString(written) : "";
        return (asked.exitCode() + "\n" + asked.out() + asked.err() + file)
                .replace(capture.toString(), "CAPTURE")
                .replaceAll("chip_swimlane_records.json|deps.json|scope_stats.jsonl", "FILE")
                .replaceAll("(swimlane|deps|scope).head.json", "FILE");
    }

    @Test
    void anExportThatWasCutIsNotReadAndVerifyNamesIt() throws IOException {
        Path capture = run("run bgemm --chip-swimlane");
        Path export = capture.resolve(RECORDS);
        String whole = answer("summary CAPTURE", capture);
        assertThat(whole).contains("COMPLETE");
        Files.writeString(export, Files.readString(export).substring(0, 4_000));
        assertThat(answer("summary CAPTURE", capture)).isEqualTo(whole);
        assertThat(answer("summary CAPTURE", export)).isEqualTo(whole.replace("CAPTURE", capture.toString()));
        Command verify = Command.run("verify", capture.toString());
        assertThat(verify.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(verify.out()).startsWith("UNTRUSTED").contains(RECORDS + " has 4000 bytes");
        Files.delete(export);
        assertThat(answer("summary CAPTURE", capture)).isEqualTo(whole);
        assertThat(Command.run("verify", capture.toString()).out()).contains(RECORDS + " is missing");
    }
}
