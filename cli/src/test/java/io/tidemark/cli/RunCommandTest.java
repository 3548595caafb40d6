package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person at the terminal gets from {@code run}, good and bad. */
@Timeout(60)
class RunCommandTest {
    @TempDir
    Path directory;

    @Test
    void aGoodRunIsVerifiedAndSaysWhereItsCaptureIs() throws IOException {
        Command run = run("vector");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("vector:constant", "verified", "5 completed of 5");
        assertThat(captures()).singleElement().asString().contains("vector_constant_");
        assertThat(captures().getFirst().resolve("certificate.json")).exists();
    }

    @Test
    void theReportCountsInWordsAndGivesTimesTheirUnit() {
        Command run = run("paged-attention:small1");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .containsPattern("tasks {5}12 completed of 12 submitted, and 1 allocation\\R")
                .containsPattern("wall time {1}[0-9.]{1,4} (us|ms|s), [0-9,]+ tasks per second");
    }

    @Test
    void aRunWithoutAnyChannelSaysThatNothingWasRecorded() throws IOException {
        Command run = run("vector", "--on-full=drop");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("note: ignored, because no channel is on", "--on-full");
        assertThat(run.out())
                .contains("records   nothing was recorded: no channel was on")
                .doesNotContain("COMPLETE");
        Command verify = Command.run("verify", captures().getFirst().toString());
        assertThat(verify.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(verify.out()).contains("nothing was recorded");
    }

    @Test
    void aRunThatEndsBeforeTheRoundToRecordSaysThatNothingWasRecorded() throws IOException {
        Command run = run("fatal:kernel", "--rounds=3", "--profile-round=2", "--chip-swimlane");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("nothing was recorded: the run ended before round 2 of 3, which was to be")
                .doesNotContain("COMPLETE");
        Path capture = captures().getFirst();
        for (String command : List.of("verify", "summary", "doctor")) {
            Command read = Command.run(command, capture.toString());
            assertThat(read.exitCode()).as(command).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(read.out())
                    .startsWith("run FAILED with KERNEL_FAILED (105): ")
                    .contains("\nEMPTY: nothing was recorded: the run ended before round 2 of 3")
                    .doesNotContain("COMPLETE");
        }
        assertThat(Command.run("overhead", capture.toString()).err())
                .contains("holds no records: nothing was recorded: the run ended before round 2")
                .doesNotContain("record them with");
        for (String[] json : new String[][] {
            {"run", "fatal:kernel", "--rounds=3", "--pmu", "--json", "--output=" + directory},
            {"verify", "--json", capture.toString()},
            {"summary", "--json", capture.toString()}
        }) {
            assertThat(Command.run(json).out()).contains("\"EMPTY\"").doesNotContain("COMPLETE");
        }
    }

    /** Channels were on, and there was nothing to write. */
    @ParameterizedTest // a lane of arguments begins with a test record
    @ValueSource(strings = {"--pmu", "--dump-args=2"})
    void aRunThatEndsBeforeAnyRecordIsNotComplete(String channel) throws IOException {
        Command run = run("fatal:args", channel);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("nothing was recorded: until the run ended there was nothing that its channels record")
                .doesNotContain("COMPLETE");
        for (String command : List.of("verify", "summary", "doctor")) {
            assertThat(Command.run(command, captures().getFirst().toString()).out())
                    .as(command)
                    .contains("\nEMPTY: ")
                    .doesNotContain("COMPLETE");
        }
    }

    /** Who looks at the newest capture wants to see something. */
    @Test
    void aCaptureWithoutRecordsHidesNoneThatHasSome() throws IOException {
        run("vector", "--chip-swimlane", "--seed=1");
        Path good = captures().getFirst();
        run("vector", "--seed=2");
        Path empty = captures().stream()
                .filter(place -> !place.equals(good))
                .findFirst()
                .orElseThrow();
        Files.setLastModifiedTime(
                empty.resolve("certificate.json"),
                FileTime.from(Instant.now().plusSeconds(60))); // by more than a file system's tick
        assertThat(CaptureFinder.newest(directory).orElseThrow().sentence())
                .isEqualTo(
                        "the newest capture that holds records, %s; nothing was recorded in %s".formatted(good, empty));
        Files.walk(good)
                .sorted(Comparator.reverseOrder())
                .forEach(file -> file.toFile().delete());
        assertThat(CaptureFinder.newest(directory).orElseThrow().sentence()).isEqualTo("the newest capture, " + empty);
    }

    @Test
    void jsonIsOneObjectWithTheKeysThatProgramsRelyOn() {
        Command run = run("bgemm:bgemm64", "--json", "--platform", "a5sim", "--clusters", "3");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out().strip()).startsWith("{").endsWith("}").doesNotContain("\n");
        assertThat(run.out())
                .contains(
                        "\"case\":\"bgemm:bgemm64\"",
                        "\"platform\":\"a5sim\"",
                        "\"status\":\"ok\"",
                        "\"verified\":true",
                        "\"recorded\":false",
                        "\"tasks\":",
                        "\"wall_time_us\":",
                        "\"tasks_per_second\":",
                        "\"capture\":");
    }

    @Test
    void twoRunsInOneSecondDoNotShareADirectory() throws IOException {
        run("vector");
        run("vector");
        assertThat(captures()).hasSize(2);
    }

    @Test
    void aNamedCaptureDirectoryMustNotExist() throws IOException {
        Path place = directory.resolve("mine");
        assertThat(Command.run("run", "vector", "--capture", place.toString()).exitCode())
                .isEqualTo(ExitCode.OK);
        String before = Files.readString(place.resolve("run.json"));
        Command again = Command.run("run", "vector", "--capture", place.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(again.errorLines()).singleElement().asString().contains("exists already");
        assertThat(place.resolve("run.json")).hasContent(before.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nosuch                              | there is no case nosuch",
                "vector:nosuch                       | variants of vector are",
                "vector --clusters 25                | --clusters 25 is not in 1..24",
                "vector --platform b7                | --platform b7 is not known",
                "vector --aicpu-threads 9            | --aicpu-threads 9 is not in 2..4",
                "vector --ring-task-window 6         | ring_task_window[0]=6 is not a power of two",
                "vector --ring-heap 1,2              | has 2 values",
                "vector --ring-heap lots             | --ring-heap=lots is not a size",
                "vector --rounds 0                   | --rounds 0 is below 1",
                "vector --set nosuch=1               | nosuch is no option of vector",
                "vector --chip-swimlane=5            | it goes from 0 to 4",
                "vector --enable-profiling=4         | it goes from 0 to 3",
                "vector --on-full wait               | neither block nor drop",
                "vector --scheduler-timeout-ms 0     | is below 1",
                "vector --profile-round 2            | --profile-round 2 is not the only round; --rounds says",
                "vector --region-dir no/such/place   | --region-dir no/such/place is not a directory",
                "vector --frobnicate                 | is not an option of"
            })
    void aWrongWordIsAUsageErrorThatNamesIt(String line, String sentence) throws IOException {
        Command run = run(line.strip().split(" +"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.errorLines().getFirst()).startsWith("tidemark: ").contains(sentence.strip());
        assertThat(captures()).as("nothing is left behind").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vector --ring-task-window 4                              | SCOPE_DEADLOCK (1)",
                "vector --ring-heap 1024                                  | HEAP_RING_DEADLOCK (2)",
                "moe --ring-dep-pool 4 --time virtual                      | DEP_POOL_OVERFLOW (4)",
                "misbehaving:throws                                       | no luck today",
                "misbehaving:kernel-throws                                | thrower",
                "misbehaving:kernel-hangs --scheduler-timeout-ms 300      | SCHEDULER_TIMEOUT (100)",
                "misbehaving:golden-throws                                | golden threw java.lang.IllegalStateException: no golden today",
                "misbehaving:golden-short                                 | the golden of out has 3 values, and the output has 16",
                "misbehaving:wrong-result                                 | WRONG RESULT: out[7] is 1.5"
            })
    void aRunThatFailsSaysWhyAndExitsWithOne(String line, String sentence) {
        Command run = run(line.strip().split(" +"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains(sentence.strip()).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
        "build-throws, 1, its build() threw java.lang.IllegalStateException: no disk today",
        "build-nothing, 1, its build() gave null",
        "input-short, 2, input in has 3 values"
    })
    void aCaseThatCannotBeBuiltIsOneSentenceThatNamesIt(String variant, int code, String part) {
        Command run = run("misbehaving:" + variant);
        assertThat(run.exitCode()).isEqualTo(code);
        assertThat(run.errorLines()).singleElement().asString().contains(part);
    }

    /** A region on a full file system ends in an error of the JVM, far from where it was made. */
    @Test
    void aMappedFileWithoutRoomIsOneSentenceAndNoTrace() {
        Command run = run("misbehaving:no-room");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errorLines()).singleElement().asString().contains("is full", "tidemark recover", "--region-dir");
        assertThat(Command.run("--debug", "run", "misbehaving:no-room").err()).contains("\tat ");
    }

    @Test
    void anOrchestrationThatSubmitsNothingIsAGoodRunOfNoTasks() {
        Command run = run("misbehaving:empty");
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("0 completed of 0");
    }

    @Test
    void aRunInVirtualTimeSaysWhatItCostThisHost() {
        assertThat(run("noop", "--tasks=100000", "--time=virtual").out())
                .containsPattern("host +[0-9.]+ m?s of CPU time for a round, the least of 1: [0-9,]+ ");
        assertThat(run("noop", "--tasks=1000").out()).doesNotContain("of CPU time for a round");
    }

    @Test
    void ofSeveralRoundsTheLastIsRecordedOrTheOneAskedFor() throws IOException {
        Command plain = run("vector", "--rounds", "3", "--chip-swimlane");
        assertThat(plain.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(plain.out())
                .contains("records   COMPLETE; recorded round 3 of 3, warm: the last;"
                        + " --profile-round names another\n");
        assertThat(captures().getFirst().resolve("run.json"))
                .content()
                .contains("\"recorded_round\":3", "\"recorded_cold\":false", "\"rounds_before\":2");
        Command virtual = run("vector", "--rounds=2", "--chip-swimlane", "--time=virtual");
        assertThat(virtual.out()).contains("recorded round 2 of 2: the last");
        assertThat(run("vector", "--chip-swimlane", "--time=virtual", "--json").out())
                .contains("\"recorded_round\"")
                .doesNotContain("cold");
        assertThat(run("vector", "--rounds=2", "--chip-swimlane", "--isolate").out())
                .contains("recorded round 2 of 2, cold");
        assertThat(run("vector", "--rounds=2", "--chip-swimlane", "--profile-round=1")
                        .out())
                .contains("recorded round 1 of 2, cold\n");
        Path place = directory.resolve("second");
        Command recorded = Command.run(
                "run",
                "vector",
                "--rounds",
                "3",
                "--chip-swimlane",
                "--profile-round",
                "2",
                "--capture",
                place.toString());
        assertThat(recorded.exitCode()).as(recorded.err()).isEqualTo(ExitCode.OK);
        assertThat(recorded.out()).contains("recorded round 2 of 3, warm");
        assertThat(place.resolve("chip_swimlane_records.json")).exists();
        assertThat(place.resolve("run.json")).content().contains("\"rounds_before\":1");
    }

    /** There is one rule for all of them, not one for each. */
    @ParameterizedTest
    @CsvSource({
        "--chip-swimlane, chip_swimlane_records.json",
        "--dump-args, args_dump/args_dump.json",
        "--scope-stats, scope_stats/scope_stats.jsonl",
        "--dep-gen, deps.json",
        "--pmu, pmu.csv"
    })
    void severalRoundsRecordEveryChannelAlike(String flag, String artifact) throws IOException {
        Command plain = run("vector", "--rounds", "2", flag);
        assertThat(plain.exitCode()).as(plain.err()).isEqualTo(ExitCode.OK);
        assertThat(plain.err()).isEmpty();
        assertThat(plain.out()).contains("recorded round 2 of 2, warm");
        assertThat(captures())
                .singleElement()
                .satisfies(capture -> assertThat(capture.resolve(artifact)).exists());
    }

    @Test
    void anOutputDirectoryThatCannotBeMadeIsOneSentence() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        Command run =
                Command.run("run", "vector", "--output", file.resolve("sub").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errorLines()).singleElement().asString().contains("cannot be made");
    }

    private Command run(String... arguments) {
        String[] whole = Stream.of(
                        Stream.of("run"),
                        Stream.of(arguments),
                        Stream.of("--output", outputs().toString()))
                .flatMap(words -> words)
                .toArray(String[]::new);
        return Command.run(whole);
    }

    private Path outputs() {
        return directory.resolve("outputs");
    }

    private List<Path> captures() throws IOException {
        if (!Files.exists(outputs())) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(outputs())) {
            return found.sorted().toList();
        }
    }
}
