package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Something else in the place of a capture's file: it is named, and never opened. */
class MisplacedFilesTest {
    private static final List<String> PLACES = List.of(
            "chip_swimlane_records.json",
            "deps.json",
            "args_dump/args_dump.json",
            "args_dump/args.bin",
            "scope_stats/scope_stats.jsonl",
            "name_map_generated.json",
            "hang.txt",
            "certificate.json");

    private static final Map<String, String> SENTENCES = Map.of(
            "directory", "is a directory, not a file",
            "pipe", "is a pipe, not a file",
            "device", "is a device, not a file",
            "loop", "is a link that leads to no file, not a file",
            "nowhere", "is a link that leads to no file, not a file");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"directory", "pipe", "device", "loop", "nowhere"})
    void everyCommandNamesIt(String kind) throws Exception {
        for (boolean certified : new boolean[] {true, false}) {
            for (String place : PLACES) {
                Path capture = directory.resolve(certified + place.replace('/', '_'));
                GeneratorOptions options = GeneratorOptions.of(30, 5).withArgsDump();
                CaptureGenerator.generate(certified ? options.withCertificate() : options, capture);
                replace(capture.resolve(place), kind);
                for (List<String> command : commands(capture)) {
                    Command asked = Command.run(command.toArray(String[]::new));
                    String what = command + " with " + place + ": " + asked;
                    assertThat(asked.out() + asked.err()).as(what).contains(place + " " + SENTENCES.get(kind));
                    assertThat(asked.exitCode()).as(what).isIn(1, 3);
                    assertThat(asked.out()).as(what).doesNotContain("COMPLETE");
                    assertThat(asked.err()).as(what).doesNotContain("should not", "\tat ");
                }
            }
        }
    }

    @Test
    void aFileInThePlaceOfADirectoryIsNamedToo() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(30, 5).withCertificate(), directory);
        Files.writeString(directory.resolve("args_dump"), "");
        assertThat(Command.run("verify", directory.toString()).out())
                .startsWith("UNTRUSTED: args_dump is a file, not a directory");
    }

    /** What a dead run left is read by every command that meets it. */
    @ParameterizedTest
    @ValueSource(strings = {"region.path", "recovery.lock", "swimlane.aicore_task.tide"})
    void aPipeAmongWhatARunLeftHoldsNoCommandUp(String place) throws Exception {
        Path capture = Files.createDirectories(directory.resolve("capture"));
        Path spool = Files.createDirectory(capture.resolve("spool"));
        Path region = Files.writeString(directory.resolve("x.region"), "none");
        Files.writeString(spool.resolve("region.path"), region + "\n");
        replace(spool.resolve(place), "pipe");
        for (String command : List.of("recover", "summary", "verify")) {
            Command asked = Command.run(command, capture.toString());
            assertThat(asked.exitCode()).as(asked.toString()).isEqualTo(ExitCode.FAILED);
            assertThat(asked.err()).doesNotContain("should not", "\tat ");
        }
    }

    private List<List<String>> commands(Path capture) {
        List<List<String>> commands = new ArrayList<>();
        for (String plain : List.of("verify", "summary", "doctor", "overhead", "critical-path", "dump")) {
            commands.add(List.of(plain, capture.toString()));
        }
        for (String json : List.of("verify", "summary", "deps", "scopes", "overhead")) {
            commands.add(List.of(json, "--json", capture.toString()));
        }
        commands.add(List.of("deps", capture.toString(), "--races"));
        commands.add(List.of("convert", capture.toString(), "-o", directory + "/trace.json"));
        commands.add(List.of("view", capture.toString(), "--out", directory + "/page"));
        return commands;
    }

    private void replace(Path place, String kind) throws Exception {
        Files.deleteIfExists(place);
        switch (kind) {
            case "directory" -> Files.createDirectory(place);
            case "pipe" ->
                assertThat(new ProcessBuilder("mkfifo", place.toString())
                                .start()
                                .waitFor())
                        .isZero();
            case "device" -> Files.createSymbolicLink(place, Path.of("/dev/zero"));
            case "loop" -> Files.createSymbolicLink(place, place.getFileName());
            default -> Files.createSymbolicLink(place, directory.resolve("absent"));
        }
        try (Stream<Path> siblings = Files.list(place.getParent())) {
            assertThat(siblings).contains(place);
        }
    }
}
