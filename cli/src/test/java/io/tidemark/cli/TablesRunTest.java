package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeSample;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A capture whose records are in its table files only is one like any other. */
class TablesRunTest {
    private static final String RECORDS = "chip_swimlane_records.json";

    @TempDir
    Path directory;

    private Path run(String... options) {
        Path capture = directory.resolve("capture");
        List<String> words = new ArrayList<>(List.of("run", "noop", "--tasks", "200", "--shape", "layered"));
        words.addAll(List.of("--chip-swimlane", "--capture", capture.toString()));
        words.addAll(List.of(options));
        Command command = Command.run(words.toArray(String[]::new));
        assertThat(command.exitCode()).as(command.err()).isZero();
        assertThat(command.out().contains("was left out"))
                .isEqualTo(List.of(options).contains("--export=never"));
        return capture;
    }

    @Test
    void everyCommandReadsTheTablesAndTheExportIsTheFileThatWasLeftOut() throws IOException {
        Path capture = run("--export=never");
        assertThat(capture.resolve(RECORDS)).doesNotExist();
        assertThat(Command.run("verify", capture.toString()).out()).startsWith("COMPLETE");
        Path files = directory.resolve("files");
        Command export = Command.run("export", capture.toString(), "--format", "simpler", "--out", files.toString());
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(files.resolve(RECORDS)).isNotEmptyFile();
        assertThat(figures(capture)).isNotEmpty().isEqualTo(figures(files));
    }

    /** The same run twice: in virtual time its records are the same, too. */
    @Test
    void filesThatTheRunLeftOutAreWrittenLaterByteForByte() throws IOException {
        Path left = directory.resolve("left");
        Path written = directory.resolve("written");
        Path later = directory.resolve("later");
        String run = "run bgemm --time virtual --chip-swimlane --dep-gen --scope-stats --pmu --dump-args";
        Command leaves = Command.run((run + " --export=never --capture " + left).split(" "));
        assertThat(leaves.out()).contains("args_dump/args_dump.json", "pmu.csv", " were left out");
        Command.run((run + " --export=always --capture " + written).split(" "));
        Command export = Command.run("export", "" + left, "--format", "simpler", "--out", "" + later);
        assertThat(export.exitCode()).as(export.err()).isZero();
        for (String file :
                List.of(RECORDS, "deps.json", "scope_stats/scope_stats.jsonl", "pmu.csv", "args_dump/args_dump.json")) {
            assertThat(left.resolve(file)).doesNotExist();
            assertThat(later.resolve(file)).hasSameBinaryContentAs(written.resolve(file));
        }
        assertThat(Command.run("verify", left.toString()).out()).startsWith("COMPLETE");
        for (String asked : List.of("deps --races", "deps", "deps --dot", "pmu", "scopes", "dump")) {
            String[] words = (asked + " -q " + left).split(" ");
            String[] ofText = (asked + " -q " + later).split(" ");
            Command answer = Command.run(words);
            assertThat(answer.exitCode()).as(asked + answer.err()).isZero();
            assertThat(withoutVerdict(answer, left)).as(asked).isEqualTo(withoutVerdict(Command.run(ofText), later));
        }
    }

    private static List<String> withoutVerdict(Command answer, Path capture) {
        return answer.out()
                .replace(capture.toString(), "CAPTURE")
                .lines()
                .filter(line -> !line.startsWith("COMPLETE"))
                .toList();
    }

    /** What SQL asks of a run that goes on or was killed, against what the run itself wrote. */
    @Test
    void scopesCountersAndArgumentsAreReadFromTheSpoolOfAnUnfinishedRun() throws IOException {
        Path capture = directory.resolve("whole");
        Command run = Command.run(
                "run",
                "bgemm",
                "--chip-swimlane",
                "--scope-stats",
                "--pmu",
                "4",
                "--dump-args",
                "2",
                "--capture",
                capture.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        Path unfinished = directory.resolve("unfinished");
        Path spool = Files.createDirectories(unfinished.resolve(CaptureDirectory.SPOOL));
        try (Stream<Path> tables = Files.list(capture.resolve("tables"))) {
            for (Path table : tables.toList()) {
                Files.copy(table, spool.resolve(table.getFileName()));
            }
        }
        Files.writeString(spool.resolve(CaptureDirectory.REGION_NOTE), "nowhere\n");
        Capture whole = StoredCapture.open(capture);
        Capture part = StoredCapture.open(CaptureFinder.withSpool(CaptureFinder.at(unfinished)));
        assertThat(samples(part)).isNotEmpty().isEqualTo(samples(whole));
        assertThat(counters(part)).isNotEmpty().isEqualTo(counters(whole));
        assertThat(arguments(part)).isNotEmpty().containsExactlyInAnyOrderElementsOf(arguments(whole));
        assertThat(part.verdict().dataMissing()).isTrue();
    }

    private static List<ScopeSample> samples(Capture capture) {
        ScopeTable table = capture.scopes().orElseThrow();
        return IntStream.range(0, table.size()).mapToObj(table::sample).toList();
    }

    private static List<String> counters(Capture capture) {
        PmuTable table = capture.pmu().orElseThrow();
        List<String> rows = new ArrayList<>(table.counterNames());
        for (int row = 0; row < table.size(); row++) {
            StringBuilder line = new StringBuilder();
            line.append(table.taskId(row)).append(' ').append(table.core(row)).append(' ');
            line.append(table.thread(row))
                    .append(' ')
                    .append(table.functionId(row))
                    .append(' ');
            line.append(table.totalCycles(row)).append(' ').append(table.eventType(row));
            for (int counter = 0; counter < table.counterNames().size(); counter++) {
                line.append(' ').append(table.hasCounter(row, counter));
                line.append(table.counter(row, counter));
            }
            rows.add(line.toString());
        }
        return rows;
    }

    /** All but the place in a payload file, which an unfinished run has not. */
    private static List<String> arguments(Capture capture) {
        ArgsManifest dump = capture.args().orElseThrow();
        return IntStream.range(0, dump.size())
                .mapToObj(dump::entry)
                .map(entry -> entry.toString().replaceFirst("payloadOffset=-?\\d+", ""))
                .toList();
    }

    private static List<String> figures(Path capture) {
        Command path = Command.run("critical-path", "-q", capture.toString());
        return path.out().lines().skip(1).filter(TablesRunTest::isFigure).toList();
    }

    /** Not a name of the capture, and not what only a certificate knows. */
    private static boolean isFigure(String line) {
        return !line.contains("capture") && !line.startsWith("note") && !line.contains("measured");
    }

    @Test
    void aChangedByteInATableIsFound() throws IOException {
        Path capture = run("--export=always");
        assertThat(capture.resolve(RECORDS)).isNotEmptyFile();
        Path table = capture.resolve("tables/swimlane.aicore_task.tide");
        try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
            file.seek(file.length() / 2);
            int before = file.read();
            file.seek(file.length() / 2);
            file.write(before ^ 4);
        }
        Command verify = Command.run("verify", capture.toString());
        assertThat(verify.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(verify.out())
                .startsWith("UNTRUSTED")
                .contains("tables/swimlane.aicore_task.tide was changed after the capture");
        Files.delete(table);
        assertThat(Command.run("verify", capture.toString()).out()).contains("swimlane.aicore_task.tide is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run vector --chip-swimlane --export=some | --export some is neither auto, always nor never.",
                "sql nowhere -q x | nowhere does not exist",
                "sql no*where -q x | no capture directory matches no*where.",
                "sql --memory lots -q x . | --memory=lots: a size as in 512MB or 4GB was expected.",
                "sql --threads -1 -q x . | --threads=-1",
                "export . --format parquet --out pom.xml | pom.xml is a file; --out takes a directory.",
                "export . --format csv --out src | src is not empty; nothing in it is overwritten."
            })
    void aCommandLineThatMakesNoSenseCostsOneSentence(String line, String sentence) {
        Command command = Command.run(line.split(" "));
        assertThat(command.exitCode()).as(command.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(command.err()).contains(sentence);
    }
}
