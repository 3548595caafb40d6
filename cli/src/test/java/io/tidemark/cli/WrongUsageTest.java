package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command line that makes no sense is answered by one sentence that helps, and by exit code 2.
 */
class WrongUsageTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rnu vector | did you mean 'tidemark run'?",
                "rnu | did you mean 'tidemark run'?",
                "summry | did you mean 'tidemark summary'?",
                "critical_path | did you mean 'tidemark critical-path'?",
                "swimlane_converter x | did you mean 'tidemark convert'?",
                "compare a | Missing required parameter: 'B'",
                "xyzzy --help | 'xyzzy' is not a command",
                "xyzzy --version | 'xyzzy' is not a command",
                "-h xyzzy | 'xyzzy' is not a command",
                "help xyzzy | 'xyzzy' is not a command",
                "xyzzy | 'xyzzy' is not a command of 'tidemark'."
            })
    void aWordThatIsNoCommandIsAnsweredWithOneThatFits(String line, String part) {
        Command command = Command.run(line.split(" "));
        assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(command.out()).isEmpty();
        assertThat(command.errorLines()).hasSize(2);
        assertThat(command.err()).contains(part).doesNotContain("recover?", "verify?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", "run --help", "help run", "--version"})
    void helpThatThereIsIsGiven(String line) {
        Command command = Command.run(line.split(" "));
        assertThat(command.exitCode()).isZero();
        assertThat(command.err()).isEmpty();
        assertThat(command.out()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run noop --tasks 99999999999 | tasks=99999999999 is not in 0..",
                "run vector --rounds 99999999999 | --rounds: '99999999999' is too large; 2147483647 is the most.",
                "run vector --rounds many | --rounds: 'many' is not a whole number.",
                "run vector --seed 99999999999999999999 | --seed: '99999999999999999999' is too large",
                "run vector --ring-heap 99999999999999999999 | is too large for any ring",
                "run vector --ring-heap 9999999999999GiB | is too large for any ring",
                "run vector --ring-heap GiB | is not a size",
                "run vector --chip-swimlane --swimlane-pools 99999999999,4 | '99999999999' is too large",
                "view --port 99999999999 | --port: '99999999999' is too large"
            })
    void aNumberThatIsTooLargeIsStillANumber(String line, String part) {
        Command command = Command.run(line.split(" "));
        assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(command.err()).contains(part).doesNotContain("99 is not a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run vectr | there is no case vectr; there are | did you mean vector?",
                "list vectr | there is no case vectr; | did you mean vector?",
                "list --json vectr | there is no case vectr; | did you mean vector?",
                "run vector:constnt | there is no case vector:constnt; | did you mean vector:constant?",
                "run x.jar | there is no case x.jar; | a jar is given with --jar x.jar",
                "run vector --capture= | --capture: an empty text names no file | and no directory.",
                "run vector --witness= | witness= names no file | .",
                "run vector --witness=DIR/no/x | cannot be written: its directory does not exist | .",
                "run vector --witness=DIR/text | exists and is no witness file | ; name a file that does not exist.",
                "run vector --jar DIR/text | is no jar that can be read | .",
                "convert --format zip | --format: 'zip' is not known; there are json, pftrace. | .",
                "sql --format zip | --format: 'zip' is not known; there are table, | .",
                "summary DIR/text | is no file of a capture; name a capture directory. | .",
                "view DIR --listen 1.2.3.4 | --listen 1.2.3.4 is no address of this machine | 0.0.0.0"
            })
    void aMistakeIsToldInASentenceThatHelps(String line, String part, String end) throws IOException {
        Files.writeString(directory.resolve("text"), "not a capture");
        Files.createFile(directory.resolve("run.log"));
        Command command = Command.run(line.replace("DIR", directory.toString()).split(" "));
        assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.USAGE);
        assertThat(command.errorLines().getFirst()).contains(part, end).doesNotContain("case-insensitive", "timing");
        assertThat(directory.resolve("text")).hasContent("not a capture");
    }

    @Test
    void theNamesOfOneWorkloadAreListedForPrograms() {
        assertThat(Command.run("list", "--json", "vector").out())
                .isEqualTo("[\"vector:constant\",\"vector:random\"]\n");
    }

    @Test
    void severalCapturesEndWithACountOfTheirVerdicts() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            Command.run(
                    "generate", "--tasks", "20", "-o", directory.resolve(name).toString());
        }
        Files.writeString(directory.resolve("c/certificate.json"), "{\"a\": [1");
        Command verified = Command.run("verify", directory.toString());
        assertThat(verified.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(verified.out().lines().toList().getLast()).isEqualTo("3 captures: 2 COMPLETE, 1 UNTRUSTED");
        assertThat(verified.out())
                .contains("certificate.json at byte 8: the JSON text ends too early")
                .doesNotContain("[Source");
    }

    @Test
    void aFileThatCannotBeCreatedIsNamedAsItWasGiven() {
        Path capture = directory.resolve("made");
        Command.run("generate", "--tasks", "20", "-o", capture.toString());
        Command refused = Command.run("convert", capture.toString(), "-o", "/proc/trace.json");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err())
                .isEqualTo("tidemark: /proc/trace.json: cannot be created: the file system there takes nothing new.\n");
    }

    /** One rule for every command that reads captures. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "view",
                "summary",
                "deps",
                "scopes",
                "dump",
                "timing",
                "pmu",
                "verify",
                "recover",
                "doctor",
                "convert",
                "overhead",
                "critical-path"
            })
    void aCaptureThatIsNotThereIsWrongUsage(String name) throws IOException {
        Command nowhere = Command.run(name, directory.resolve("none").toString());
        assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(nowhere.errorLines()).singleElement().asString().contains("does not exist; name a");
        if (!name.equals("recover") && !name.equals("timing")) {
            Path empty = Files.createDirectory(directory.resolve("empty"));
            Command nothing = Command.run(name, empty.toString());
            assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(nothing.err()).isEqualTo("tidemark: " + empty + " holds no capture.\n");
        }
    }

    @Test
    void aPlaceThatTakesNoDirectoryIsToldWithoutContradiction() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (List<String> line : List.of(
                List.of("run", "vector", "--output", file.resolve("x").toString()),
                List.of("run", "vector", "--capture", file.resolve("x").toString()),
                List.of("generate", "--tasks", "5", "-o", file.resolve("x").toString()))) {
            Command command = Command.run(line.toArray(String[]::new));
            assertThat(command.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(command.errorLines())
                    .singleElement()
                    .asString()
                    .contains("cannot be made: ", file.toString())
                    .doesNotContain("does not exist", ".)");
        }
    }

    @Test
    void thePagesThatAreGoneNameWhatTakesTheirPlace() {
        for (String name : List.of("deps", "scopes")) {
            Command command = Command.run(name, "--html=" + directory.resolve("page.html"));
            assertThat(command.exitCode()).isEqualTo(2);
            assertThat(command.err()).contains("--html is gone", "tidemark view CAPTURE --out DIR");
        }
    }

    /** Every command makes the directories on the way to what it is told to write. */
    @Test
    void outputsGoIntoDirectoriesThatAreNotThereYet() {
        Path capture = directory.resolve("a/b/made");
        Command made = Command.run("generate", "--tasks", "20", "--args-dump", "-o", capture.toString());
        assertThat(made.exitCode()).as(made.err()).isZero();
        for (String line : List.of(
                "convert -o 1/2/trace.json", "dump --export 7/8", "critical-path --out 9/10", "view --out 11/12")) {
            String[] words = line.split(" ");
            Path target = directory.resolve(words[2]);
            Command command = Command.run(words[0], capture.toString(), words[1], target.toString());
            assertThat(command.exitCode()).as(line + "\n" + command.err()).isZero();
            assertThat(target).exists();
        }
    }
}
